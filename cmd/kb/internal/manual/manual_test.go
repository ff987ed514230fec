package manual

import (
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// shop is a command line with all that a page can have.
type shop struct {
	Quiet  bool   `short:"q" help:"Say nothing."`
	Debug  bool   `hidden:"" help:"For its makers."`
	Colour string `placeholder:"NAME" help:"Paint the tins."`

	Brew struct {
		Tea     string `arg:"" help:"Which tea."`
		Minutes int    `short:"m" placeholder:"N" help:"How long: -1 for ever."`
		Probe   bool   `hidden:"" help:"For its makers."`
	} `cmd:"" help:"Brew a pot."`
	Stock struct {
		List struct{} `cmd:"" help:"List the tins."`
		Add  struct {
			Tea  string `arg:"" help:"What came in."`
			Tins int    `placeholder:"N" help:"How many."`
		} `cmd:"" help:"Add a tin."`
		Lose struct{} `cmd:"" hidden:"" help:"For its makers."`
	} `cmd:"" help:"Count the tins."`
	Burn struct{} `cmd:"" hidden:"" help:"For its makers."`
}

const stockPage = `.TH SHOP\-STOCK 1 "2026-04-01" "kb 1.2\-rc1" "kb manual"
.SH NAME
shop\-stock \- Count the tins
.SH SYNOPSIS
.B shop stock <command> [flags]
.SH DESCRIPTION
Tins are counted.
.PP
As in:
.PP
.PP
.RS 4
.nf
shop stock list

shop stock add
.fi
.RE
That is all.
.SH OPTIONS
.PP
The flags that all commands have are described in
.BR kb (1).
.SH COMMANDS
.SS shop stock list
List the tins.
.SS shop stock add <tea> [flags]
Add a tin.
.PP
\&.tea is fine.
.PP
.RS 4
.nf
shop stock add black
.fi
.RE
.TP
.I <tea>
What came in.
.TP
.B \-\-tins=N
How many.
.SH SEE ALSO
.BR shop (1),
.BR git (1)
`

const shopPage = `.TH SHOP 1 "2026-04-01" "kb 1.2\-rc1" "kb manual"
.SH NAME
shop \- A shop\(aqs till
.SH SYNOPSIS
.B shop <command> [flags]
.SH COMMANDS
.TP
.BR shop\-brew (1)
Brew a pot.
.TP
.BR shop\-stock (1)
Count the tins.
.SH OPTIONS
.TP
.B \-h, \-\-help
Show context\-sensitive help.
.TP
.B \-q, \-\-quiet
Say nothing.
.TP
.B \-\-colour=NAME
Paint the tins.
.SH EXIT STATUS
0: done; 1: findings; 2: an error; 130: interrupted.
.SH SEE ALSO
.BR git (1)
`

const brewPage = `.TH SHOP\-BREW 1 "2026-04-01" "kb 1.2\-rc1" "kb manual"
.SH NAME
shop\-brew \- Brew a pot
.SH SYNOPSIS
.B shop brew <tea> [flags]
.SH OPTIONS
.TP
.I <tea>
Which tea.
.TP
.B \-m, \-\-minutes=N
How long: \-1 for ever.
.PP
The flags that all commands have are described in
.BR kb (1).
.SH SEE ALSO
.BR shop (1),
.BR git (1)
`

// There is a page of the program and of each verb that is no secret, with its sub-verbs in it.
func TestPages(t *testing.T) {
	parser, err := kong.New(&shop{}, kong.Name("shop"), kong.Description("A shop's till."))
	if err != nil {
		t.Fatal(err)
	}
	stock := parser.Model.Children[1]
	stock.Detail = "Tins are counted.\n\nAs in:\n\n    shop stock list\n\n    shop stock add\nThat is all.\n"
	stock.Children[1].Detail = ".tea is fine.\n    shop stock add black"
	west := time.Date(2026, 3, 31, 23, 0, 0, 0, time.FixedZone("west", -3600*2))
	pages := Pages(parser.Model.Node, "1.2-rc1", west)
	want := []Page{{"shop.1", shopPage}, {"shop-brew.1", brewPage}, {"shop-stock.1", stockPage}}
	if len(pages) != len(want) {
		t.Fatalf("%d pages, want %d", len(pages), len(want))
	}
	for i, p := range pages {
		if p != want[i] {
			t.Errorf("%s:\n%s\nwant %s:\n%s", p.Name, p.Text, want[i].Name, want[i].Text)
		}
	}
}
