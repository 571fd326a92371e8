package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
)

// The bill of materials in the JSON of CycloneDX 1.6, as far as it is used here.
type (
	bill struct {
		Schema       string       `json:"$schema"`
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Serial       string       `json:"serialNumber"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []billed     `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Component billed `json:"component"`
	}
	billed struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Group      string     `json:"group,omitempty"`
		Name       string     `json:"name"`
		Version    string     `json:"version,omitempty"`
		Licenses   []choice   `json:"licenses,omitempty"`
		URL        string     `json:"purl,omitempty"`
		Pedigree   *pedigree  `json:"pedigree,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	choice struct {
		License    *license `json:"license,omitempty"`
		Expression string   `json:"expression,omitempty"`
	}
	license struct {
		ID string `json:"id"`
	}
	pedigree struct {
		Notes string `json:"notes"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn"`
	}
)

// product is how the bill calls what is described.
const product = "simten"

// billOf makes the bill. It has no time and no random number in it, so that equal builds have equal bills. The
// product's own licence is left to its owner.
func billOf(all []component) ([]byte, error) {
	b := bill{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1,
		Metadata:   metadata{billed{Type: "application", Ref: product, Name: product}},
		Components: []billed{},
	}
	refs := []string{}
	for _, c := range all {
		entry := billed{Type: "library", Ref: c.url(), Name: c.Name, Version: c.Version, URL: c.url()}
		if i := strings.LastIndexByte(c.Name, '/'); i > 0 {
			entry.Group, entry.Name = c.Name[:i], c.Name[i+1:]
		}
		if strings.Contains(c.Licence, " ") {
			entry.Licenses = []choice{{Expression: c.Licence}}
		} else {
			entry.Licenses = []choice{{License: &license{c.Licence}}}
		}
		if c.Changed {
			entry.Pedigree = &pedigree{"changed for Simten: see the folder forks of its sources"}
		}
		for _, part := range c.In {
			entry.Properties = append(entry.Properties, property{"simten:in", part})
		}
		b.Components = append(b.Components, entry)
		refs = append(refs, entry.Ref)
	}
	b.Dependencies = []dependency{{product, refs}}
	content, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(content)
	hash[6], hash[8] = hash[6]&0x0f|0x80, hash[8]&0x3f|0x80 // a UUID of version 8: of our own making
	b.Serial = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", hash[:4], hash[4:6], hash[6:8], hash[8:10], hash[10:16])
	content, err = json.MarshalIndent(b, "", "  ")
	return append(content, '\n'), err
}
