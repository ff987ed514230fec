package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/9aea2451/kb/kb/store"
	"github.com/ncruces/go-sqlite3"
)

// EmbeddingsFile keeps the vectors that a server gave, apart from the records: they cost money or
// minutes, and a rebuild or a new schema of the index needs none of them anew. Those of a trained
// model stand in the generations alone: to make them anew takes less time than to look them up.
const EmbeddingsFile = "embeddings.db"

// The marks of EmbeddingsFile ("kbem"), and the version of its form.
const (
	embeddingsID     = 0x6b62656d
	embeddingsSchema = 1
)

// vectorsTable is the cache of vectors by the text that was embedded.
const vectorsTable = `
CREATE TABLE vectors(
	model TEXT NOT NULL,
	hash BLOB NOT NULL, -- of the text that was embedded
	vector BLOB NOT NULL, -- quantised
	sum INTEGER NOT NULL, -- see vectorSum
	PRIMARY KEY(model, hash)
) STRICT, WITHOUT ROWID;
`

// VectorSum tells whether a vector is the one that was stored for a text.
func VectorSum(model string, hash, packed []byte) int64 {
	sum := crc32.Update(0, castagnoli(), []byte(model))
	sum = crc32.Update(sum, castagnoli(), hash)
	return int64(crc32.Update(sum, castagnoli(), packed))
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// ErrNewer tells of a file that a newer kb has written.
var ErrNewer = errors.New("written by a newer kb")

// OpenEmbeddings opens the vectors of servers for writing. A damaged file is replaced by one with
// what can still be read of it. Only the holder of the lock may ask.
func (x *Folder) OpenEmbeddings(ctx context.Context) (*sqlite.Conn, error) {
	path := filepath.Join(x.Dir, EmbeddingsFile)
	db, err := OpenMarked(ctx, path)
	if !errors.Is(err, ErrDamaged) {
		return db, err
	}
	if err := x.mendEmbeddings(ctx); err != nil {
		return nil, err
	}
	return OpenMarked(ctx, path)
}

// mendEmbeddings replaces a damaged file by one with what can still be read of it.
func (x *Folder) mendEmbeddings(ctx context.Context) error {
	path := filepath.Join(x.Dir, EmbeddingsFile)
	aside := path + "-damaged"
	if err := moveStore(path, aside); err != nil {
		return fmt.Errorf("set the damaged vectors aside: %w", err)
	}
	db, err := OpenMarked(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	saved := saveEmbeddings(ctx, aside, db)
	x.Options.Warn(fmt.Sprintf("%s was damaged: %d vectors of it could be kept, the others are asked for again", EmbeddingsFile, saved))
	return sqlite.Discard(aside)
}

// EmbeddingsSound tells whether SQLite finds no damage in the file, if there is one.
func (x *Folder) EmbeddingsSound(ctx context.Context) bool {
	path := filepath.Join(x.Dir, EmbeddingsFile)
	if _, err := os.Stat(path); err != nil {
		return true
	}
	db, err := OpenMarked(ctx, path)
	if err != nil {
		return !errors.Is(err, ErrDamaged)
	}
	defer db.Close()
	var said string
	_, err = db.One(`PRAGMA quick_check(1)`, nil, &said)
	return err == nil && said == "ok" || ctx.Err() != nil
}

// OpenMarked opens the file, and creates it where it is missing.
func OpenMarked(ctx context.Context, path string) (*sqlite.Conn, error) {
	db, err := connect(ctx, path, true)
	if err != nil {
		return nil, fmt.Errorf("open vectors: %w", err)
	}
	if err := markEmbeddings(db); err != nil {
		db.Close()
		return nil, AsDamage(fmt.Errorf("open %s: %w", filepath.Base(path), err))
	}
	return db, nil
}

// markEmbeddings makes the table in a new file, and checks whose any other is: ErrNewer for one of
// a newer kb, ErrDamaged for one that is no such table.
func markEmbeddings(db *sqlite.Conn) error {
	application, version, err := marks(db)
	switch {
	case err != nil:
		return err
	case application == embeddingsID && version == embeddingsSchema:
		return nil
	case application == embeddingsID && version > embeddingsSchema:
		return ErrNewer
	case application == 0 && version == 0:
		return db.Write(func() error {
			return db.Exec(
				fmt.Sprintf("%s PRAGMA application_id=%d; PRAGMA user_version=%d;", vectorsTable, embeddingsID, embeddingsSchema),
			)
		})
	}
	return fmt.Errorf("%w: not a table of vectors", ErrDamaged)
}

// saveEmbeddings copies the vectors of servers that can be read in another file, and tells how many.
func saveEmbeddings(ctx context.Context, from string, to *sqlite.Conn) (saved int) {
	db, err := connect(ctx, from, false)
	if err != nil {
		return 0
	}
	defer db.Close()
	sql := `SELECT model, hash, vector, sum` + bought
	if db.Run(sql+` LIMIT 0`) != nil { // the records had them without sums once
		sql = `SELECT model, hash, vector, NULL` + bought
	}
	err = to.Write(func() error {
		for row, err := range db.Rows(sql) {
			if err != nil {
				return nil // what comes after the damage is lost
			}
			var model string
			var hash, packed []byte
			var sum int64
			sqlite.Scan(row, &model, &hash, &packed, &sum)
			if !plausible(hash, packed) || row.ColumnType(3) != sqlite3.NULL && sum != VectorSum(model, hash, packed) {
				continue
			}
			if err := to.Run(PutVector, model, hash, packed, VectorSum(model, hash, packed)); err != nil {
				return err
			}
			saved++
		}
		return nil
	})
	if err != nil {
		return 0
	}
	return saved
}

// bought selects the vectors of servers.
const bought = ` FROM vectors WHERE model NOT LIKE 'lsa-%'`

// plausible tells a quantised vector from other bytes: its greatest value has the greatest size.
func plausible(hash, packed []byte) bool {
	if len(hash) != hashBytes || len(packed) <= 4 {
		return false
	}
	greatest := 0
	for _, b := range packed[4:] {
		greatest = max(greatest, int(int8(b)), -int(int8(b)))
	}
	return greatest == 127 || greatest == 0 && binary.LittleEndian.Uint32(packed) == 0
}

// PutVector stores a vector: model, hash, vector, sum.
const PutVector = `INSERT OR REPLACE INTO vectors(model, hash, vector, sum) VALUES(?, ?, ?, ?)`

// boughtModels lists the models whose vectors are kept; none while the file cannot be used.
func (x *Folder) boughtModels(ctx context.Context) ([]string, error) {
	path := filepath.Join(x.Dir, EmbeddingsFile)
	if _, err := os.Stat(path); err != nil {
		return nil, nil
	}
	db, err := OpenMarked(ctx, path)
	if err != nil {
		return nil, nil
	}
	defer db.Close()
	return modelsOf(db)
}

// dropEmbeddings forgets the vectors of models.
func (x *Folder) dropEmbeddings(ctx context.Context, models []string) error {
	path := filepath.Join(x.Dir, EmbeddingsFile)
	if _, err := os.Stat(path); err != nil || len(models) == 0 {
		return nil
	}
	db, err := OpenMarked(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, model := range models {
		if err := db.Run(`DELETE FROM vectors WHERE model = ?`, model); err != nil {
			return err
		}
	}
	return db.Exec(`VACUUM; PRAGMA wal_checkpoint(TRUNCATE)`)
}

// moveStore renames the files of a database.
func moveStore(from, to string) error {
	if err := sqlite.Discard(to); err != nil {
		return err
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := store.Rename(from+suffix, to+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
