package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The parts of CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/) that a bill of a Go program needs.
type (
	document struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Serial       string       `json:"serialNumber"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type     string   `json:"type"`
		Ref      string   `json:"bom-ref"`
		Name     string   `json:"name"`
		Version  string   `json:"version"`
		Licenses []choice `json:"licenses,omitempty"`
		PURL     string   `json:"purl"`
	}
	choice struct {
		License license `json:"license"`
	}
	license struct {
		ID string `json:"id"`
	}
	dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn,omitempty"`
	}
)

// bill writes the bill of materials: what is linked, in which version, under which licences.
func (r *release) bill(linked []module) error {
	self := purl("github.com/9aea2451/kb", r.version)
	doc := document{Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata: metadata{
			r.date.Format(time.RFC3339),
			component{"application", self, "kb", r.version, []choice{{license{"Apache-2.0"}}}, self},
		}}
	on := dependency{Ref: self}
	for _, m := range linked {
		ref := purl(m.path, m.version)
		licences, err := identify(m.licences)
		if err != nil {
			return err
		}
		doc.Components = append(doc.Components, component{"library", ref, m.path, m.version, licences, ref})
		on.DependsOn = append(on.DependsOn, ref)
	}
	doc.Dependencies = []dependency{on}
	doc.Serial = serial(doc)
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	name := fmt.Sprintf("kb_%s_sbom.cdx.json", strings.TrimPrefix(r.version, "v"))
	return os.WriteFile(filepath.Join(r.out, name), append(text, '\n'), 0o644)
}

// purl is the package URL of a Go module, in which the "+" of a version must be escaped.
func purl(path, version string) string {
	return "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B")
}

// serial is a UUID (version 8, RFC 9562) made of what the bill says, so that the same bill has the same.
func serial(doc document) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v", doc))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[0:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// identify names the licences of files by words that only they have.
func identify(files []string) ([]choice, error) {
	var found []choice
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if id := spdx(strings.Join(strings.Fields(string(text)), " ")); id != "" {
			found = append(found, choice{license{id}})
		}
	}
	return found, nil
}

// spdx is the identifier of a licence, "" for a text that is none of those that are expected.
func spdx(text string) string {
	for _, known := range [][2]string{
		{"Apache License Version 2.0", "Apache-2.0"}, {"Mozilla Public License", "MPL-2.0"},
		{"This is free and unencumbered software", "Unlicense"},
		{"Permission is hereby granted, free of charge", "MIT"}, {"Neither the name", "BSD-3-Clause"},
		{"names of its contributors", "BSD-3-Clause"},
		{"Redistribution and use in source and binary forms", "BSD-2-Clause"}, {"Permission to use, copy, modify", "ISC"},
	} {
		if strings.Contains(text, known[0]) {
			return known[1]
		}
	}
	return ""
}
