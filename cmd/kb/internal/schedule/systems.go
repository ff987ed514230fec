package schedule

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"strings"
)

// plan is what the system needs for a task of a name.
func (s *Scheduler) plan(name string, t Task) (*plan, error) {
	home := s.Getenv("HOME")
	switch s.System {
	case "windows":
		at := map[string][]string{
			"nightly": {"/sc", "daily", "/st", "03:00"}, "weekly": {"/sc", "weekly", "/d", "SUN", "/st", "04:00"},
			"monthly": {"/sc", "monthly", "/d", "1", "/st", "05:00"},
		}[t.Set]
		var words []string
		for _, arg := range t.Args {
			if strings.Contains(arg, `"`) {
				return nil, fmt.Errorf("%s: a quotation mark cannot stand in a task of Windows", arg)
			}
			words = append(words, `"`+arg+`"`)
		}
		return &plan{
			do:   [][]string{append([]string{"schtasks", "/create", "/f", "/tn", name, "/tr", strings.Join(words, " ")}, at...)},
			undo: [][]string{{"schtasks", "/delete", "/f", "/tn", name}},
			must: true,
		}, nil
	case "darwin":
		if home == "" {
			return nil, fmt.Errorf("HOME is not set")
		}
		return launchd(name, t, home), nil
	}
	config, data := s.Getenv("XDG_CONFIG_HOME"), s.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(config) { // such are to be ignored, says the XDG specification
		config = ""
	}
	if config == "" && home == "" {
		return nil, fmt.Errorf("neither HOME nor XDG_CONFIG_HOME is set")
	}
	if !filepath.IsAbs(data) {
		data = ""
	}
	if data == "" && home != "" {
		data = filepath.Join(home, ".local", "share")
	}
	return s.systemd(name, t, cmp.Or(config, filepath.Join(home, ".config")), data), nil
}

// systemd has a service and a timer of the user (systemd.timer(5)), and the link that
// systemctl --user enable would make. data is where systemd notes when a timer last ran, "" for unknown.
func (s *Scheduler) systemd(name string, t Task, config, data string) *plan {
	at := map[string]string{"nightly": "*-*-* 03:00:00", "weekly": "Sun *-*-* 04:00:00", "monthly": "*-*-01 05:00:00"}[t.Set]
	dir := filepath.Join(config, "systemd", "user")
	timer, service := name+".timer", name+".service"
	var leaves []string
	if data != "" {
		leaves = []string{filepath.Join(data, "systemd", "timers", "stamp-"+timer)}
	}
	var words []string
	for i, arg := range t.Args {
		if i > 0 { // a dollar begins a variable in arguments, and not in the path of the program
			arg = strings.ReplaceAll(arg, "$", "$$")
		}
		words = append(words, unitWord(arg))
	}
	text := fmt.Sprintf("# Written by kb upkeep schedule; kb upkeep unschedule removes it.\n[Unit]\nDescription=Upkeep of %s\n\n"+
		"[Service]\nType=oneshot\nNice=10\nExecStart=%s\n", strings.ReplaceAll(s.Root, "%", "%%"), strings.Join(words, " "))
	if t.Path != "" {
		text += "Environment=" + unitWord("PATH="+t.Path) + "\n"
	}
	return &plan{
		files: map[string]string{
			filepath.Join(dir, service): text,
			filepath.Join(dir, timer): "# Written by kb upkeep schedule; kb upkeep unschedule removes it.\n[Unit]\nDescription=Upkeep of " +
				strings.ReplaceAll(s.Root, "%", "%%") + "\n\n[Timer]\nOnCalendar=" + at +
				"\nPersistent=true\nRandomizedDelaySec=600\n\n[Install]\nWantedBy=timers.target\n",
		},
		links:  map[string]string{filepath.Join(dir, "timers.target.wants", timer): filepath.Join(dir, timer)},
		leaves: leaves,
		do:     [][]string{{"systemctl", "--user", "daemon-reload"}, {"systemctl", "--user", "start", timer}},
		undo:   [][]string{{"systemctl", "--user", "stop", timer}},
		after:  [][]string{{"systemctl", "--user", "daemon-reload"}},
	}
}

// unitWord quotes a word for a unit file: percent signs mean something there.
func unitWord(word string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%", "\n", `\n`).Replace(word) + `"`
}

// launchd has a property list (launchd.plist(5)).
func launchd(name string, t Task, home string) *plan {
	var list strings.Builder
	for _, arg := range t.Args {
		fmt.Fprintf(&list, "    <string>%s</string>\n", escaped(arg))
	}
	at := map[string]string{
		"nightly": entry("Hour", 3), "weekly": entry("Weekday", 0) + entry("Hour", 4), "monthly": entry("Day", 1) + entry("Hour", 5),
	}[t.Set] + entry("Minute", 0)
	path := filepath.Join(home, "Library", "LaunchAgents", name+".plist")
	text := `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>` + name + `</string>
  <key>ProgramArguments</key>
  <array>
` + list.String() + `  </array>
  <key>EnvironmentVariables</key><dict><key>PATH</key><string>` + escaped(t.Path) + `</string></dict>
  <key>StartCalendarInterval</key><dict>` + at + `</dict>
</dict>
</plist>
`
	return &plan{
		files: map[string]string{path: text},
		do:    [][]string{{"launchctl", "load", path}},
		undo:  [][]string{{"launchctl", "unload", path}},
	}
}

// entry is one key of a StartCalendarInterval.
func entry(key string, n int) string {
	return fmt.Sprintf("<key>%s</key><integer>%d</integer>", key, n)
}

// escaped makes text fit to stand in XML; characters that XML does not have become U+FFFD.
func escaped(s string) string {
	var b strings.Builder
	if xml.EscapeText(&b, []byte(s)) != nil {
		return ""
	}
	return b.String()
}
