package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/9aea2451/kb/kb/record"
)

// SaveJSON is Save of one value, as JSON: for what is small and read whole. What would take more than
// so many bytes, which LoadJSON would refuse, is an error, and what is there stays.
func (f Format) SaveJSON(path string, most int64, v any) error {
	return f.Save(path, func(s *Stream) error {
		data, err := json.Marshal(v)
		if int64(len(f.head())+len(data)+sumBytes) > most {
			err = errors.Join(err, errors.New("it is too large to be kept"))
		}
		s.Raw(string(data))
		return err
	})
}

// LoadJSON reads what SaveJSON wrote, of at most so many bytes; record.ErrDamaged if it is anything else.
func (f Format) LoadJSON(path string, most int64, v any) error {
	data, err := f.load(path, most)
	if err == nil && json.Unmarshal([]byte(data), v) != nil {
		err = record.ErrDamaged
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", filepath.Base(path), err)
	}
	return nil
}
