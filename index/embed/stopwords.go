package embed

import (
	"strings"
	"sync"
)

// stopWords holds function words, question words and the pieces that apostrophes leave: they say
// nothing of what a text is about.
var stopWords = sync.OnceValue(func() map[string]bool {
	words := strings.Fields(stopWordList)
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
})

const stopWordList = `
a about above across actually after afterwards again against ago all almost along already also although always am among amongst an and
another any anybody anyhow anyone anything anyway anywhere apart are aren around as aside at away
be became because become becomes been before beforehand behind being below beside besides between beyond both but by
came can cannot cant come comes could couldn
did didn do does doesn doing don done down due during
each e.g eg either else elsewhere enough especially et etc even ever every everybody everyone everything everywhere except
few for former formerly from further furthermore
gave get gets getting give given gives go goes going gone got
had hadn has hasn have haven having he hence her here hereby herein hers herself him himself his how however
i i.e ie if in indeed inside instead into is isn it its itself
just keep kept know known knows
last lately later latter least less let like likely ll
made mainly make makes making many may maybe me mean means meanwhile might mine more moreover most mostly much must mustn my myself
namely near nearly neither never nevertheless next no nobody none nonetheless nor not nothing now nowhere
of off often oh on once one ones only onto or other others otherwise ought our ours ourselves out over own
per perhaps please put
quite rather re really regarding
said same say says see seem seemed seeming seems seen several shall shan she should shouldn since so some somebody somehow someone
something sometime sometimes somewhat somewhere soon still such
take taken tell than that the their theirs them themselves then thence there thereafter thereby therefore therein these they thing things
this those though through throughout thru thus to together too took toward towards tried tries truly try trying
under unless until unto up upon us use used uses using usually
various ve very via
want wants was wasn way we well went were weren what whatever when whence whenever where whereas whereby wherein whereupon wherever
whether which whichever while who whoever whole whom whose why will with within without won would wouldn
yes yet you your yours yourself yourselves
`
