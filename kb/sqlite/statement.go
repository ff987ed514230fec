package sqlite

import (
	"fmt"
	"iter"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Rows gives each row of an answer, and after them the error that ended it, if any. A row is valid
// until the next one. Arguments are as Bind takes them.
func (c *Conn) Rows(sql string, args ...any) iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		stmt, err := c.Statement(sql)
		if err != nil {
			yield(nil, err)
			return
		}
		defer c.Release(sql, stmt)
		if err := Bind(stmt, args...); err != nil {
			yield(nil, err)
			return
		}
		for stmt.Step() {
			if !yield(stmt, nil) {
				return
			}
		}
		if err := c.known(stmt.Err()); err != nil {
			yield(nil, err)
		}
	}
}

// Query gives each row of an answer to f, and stops at an error of f's, which it gives as it is.
func (c *Conn) Query(sql string, args []any, f func(row *Row) error) error {
	for row, err := range c.Rows(sql, args...) {
		if err == nil {
			err = f(row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// One reads the columns of the first row of an answer, as Scan does, and reports whether there is one.
func (c *Conn) One(sql string, args []any, to ...any) (found bool, err error) {
	for row, err := range c.Rows(sql, args...) {
		if err != nil {
			return false, err
		}
		Scan(row, to...)
		return true, nil
	}
	return false, nil
}

// Scan sets what the pointers lead to, of type string, []byte, int, int64, bool or float64, to the
// columns of a row in their order.
func Scan(row *Row, to ...any) {
	for i, p := range to {
		switch p := p.(type) {
		case *string:
			*p = row.ColumnText(i)
		case *[]byte:
			*p = row.ColumnBlob(i, nil)
		case *int:
			*p = row.ColumnInt(i)
		case *int64:
			*p = row.ColumnInt64(i)
		case *bool:
			*p = row.ColumnBool(i)
		case *float64:
			*p = row.ColumnFloat(i)
		default:
			panic(fmt.Sprintf("a column is read into a %T", p))
		}
	}
}

// Number asks for one number, 0 when there is none.
func (c *Conn) Number(sql string, args ...any) (int64, error) {
	n := int64(0)
	err := c.Query(sql, args, func(row *Row) error {
		n = row.ColumnInt64(0)
		return nil
	})
	return n, err
}

// Run runs a statement whose answer does not matter.
func (c *Conn) Run(sql string, args ...any) error {
	return c.Query(sql, args, func(*Row) error { return nil })
}

// Statement gives a statement that nobody uses; Release takes it back.
func (c *Conn) Statement(sql string) (stmt *sqlite3.Stmt, err error) {
	if stmt, ok := c.idle[sql]; ok {
		delete(c.idle, sql)
		return stmt, nil
	}
	err = c.unlogged(func() error {
		stmt, _, err = c.Prepare(sql)
		return err
	})
	return stmt, c.known(err)
}

// Release keeps a statement for the next one who asks for it.
func (c *Conn) Release(sql string, stmt *sqlite3.Stmt) {
	if c.idle[sql] != nil || stmt.Reset() != nil || stmt.ClearBindings() != nil {
		stmt.Close()
		return
	}
	c.idle[sql] = stmt
}

// Bind gives a statement its arguments: nil, int64, int, bool, float64, string, []byte, and
// time.Time as milliseconds since 1970.
func Bind(stmt *sqlite3.Stmt, args ...any) error {
	for i, arg := range args {
		var err error
		switch v := arg.(type) {
		case nil:
			err = stmt.BindNull(i + 1)
		case int64:
			err = stmt.BindInt64(i+1, v)
		case int:
			err = stmt.BindInt64(i+1, int64(v))
		case bool:
			err = stmt.BindBool(i+1, v)
		case float64:
			err = stmt.BindFloat(i+1, v)
		case string:
			err = stmt.BindText(i+1, v)
		case []byte:
			err = stmt.BindBlob(i+1, v)
		case time.Time:
			err = stmt.BindInt64(i+1, v.UnixMilli())
		default:
			err = fmt.Errorf("argument of type %T", arg)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
