package ask

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"simten.dev/engine/circuit"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/wave"
)

// File asks as Wave does, for the signals of a recorded wave: From and To are times in units of the file, To 0 is its
// end. With the times of clock edges (trace.Edges) they are the cycles between those, and the values are those before
// each edge.
//
// Numbers with a fraction and texts have their values in Row.Texts. Bits that are x or z read as 0, and Row.Unknown
// tells of them.
func File(w *wave.Wave, q Wave, edges []uint64) (*Picture, error) {
	first, last := w.First, w.Last
	if edges != nil {
		first, last = 0, uint64(max(len(edges), 1)-1)
	}
	if q.To == 0 || q.To > last {
		q.To = last
	}
	if q.From = max(q.From, first); q.From > q.To {
		return nil, refused("", "The file has nothing between these two times.", fmt.Sprintf("It goes from %d to %d.", first, last))
	}
	if len(q.Signals) > MaxRows || q.Pixels < 1 || q.Pixels > MaxPixels {
		return nil, refused("", "The picture is too large.", fmt.Sprintf("Ask for at most %d signals in 1 to %d columns.", MaxRows, MaxPixels))
	}
	p := &Picture{From: q.From, To: q.To, Span: (q.To-q.From)/uint64(q.Pixels) + 1}
	p.Columns = int((q.To-q.From)/p.Span) + 1
	if edges == nil {
		p.Unit = w.Unit()
	}
	for _, name := range q.Signals {
		s, err := trace.Find(&w.Header, name)
		if err == nil && q.Lenient && w.Shape(s).Kind != wave.Bits {
			err = refused(name, "The signal '"+name+"' has no bits.", "simten wave shows numbers with a fraction and texts.")
		}
		var problem *circuit.Diagnostic
		if q.Lenient && errors.As(err, &problem) {
			p.Rows = append(p.Rows, Row{Signal: name, Problem: problem})
			continue
		}
		if err != nil {
			return nil, err
		}
		d := drawing{course: &w.Courses[s.Course], edges: edges, row: Row{Signal: name, Width: max(1, w.Shape(s).Width)}}
		d.draw(p)
		p.Rows = append(p.Rows, d.row)
	}
	return p, nil
}

// drawing makes one row out of a course.
type drawing struct {
	course *wave.Course
	edges  []uint64
	row    Row
	next   int // the change that comes next
}

func (d *drawing) draw(p *Picture) {
	r, n := &d.row, p.Columns
	r.First, r.Last, r.Min, r.Max = make([]circuit.Value, n), make([]circuit.Value, n), make([]circuit.Value, n), make([]circuit.Value, n)
	r.Changed, r.Unknown = make([]bool, n), make([]bool, n)
	if d.course.Kind != wave.Bits {
		r.Texts = make([]string, n)
	}
	unknown := false
	for i := range n {
		from := p.From + uint64(i)*p.Span
		to := min(from+p.Span-1, p.To)
		if d.edges == nil {
			d.next = d.course.Find(from) + 1
			v := d.course.Value(d.next - 1)
			for begins := true; ; begins = false {
				d.add(i, begins, v)
				if d.next >= d.course.Len() || d.course.Time(d.next) > to {
					break
				}
				v = d.course.Value(d.next)
				d.next++
			}
		} else if from < uint64(len(d.edges)) {
			d.cycles(i, from, min(to, uint64(len(d.edges)-1)))
		}
		unknown = unknown || r.Unknown[i]
	}
	if !unknown {
		r.Unknown = nil
	}
}

// cycles shows the values before the edges of some cycles in a column. Only the cycles with a change before them are
// visited.
func (d *drawing) cycles(column int, from, to uint64) {
	at := d.course.Find(d.edges[from])
	d.add(column, true, d.course.Value(at))
	for at+1 < d.course.Len() && d.course.Time(at+1) <= d.edges[to] {
		sees, _ := slices.BinarySearch(d.edges, d.course.Time(at+1))
		at = d.course.Find(d.edges[sees])
		d.add(column, false, d.course.Value(at))
	}
}

// add shows one more value in a column.
func (d *drawing) add(column int, begins bool, v wave.Value) {
	r := &d.row
	if !v.Known() {
		r.Changed[column] = r.Changed[column] || !begins && !r.Unknown[column]
		r.Unknown[column] = true
	} else {
		r.Changed[column] = r.Changed[column] || r.Unknown[column]
	}
	if r.Texts != nil {
		text := v.Text
		if d.course.Kind == wave.Real {
			text = strconv.FormatFloat(v.Real, 'g', -1, 64)
		}
		if begins {
			r.Texts[column] = text
		}
		r.Changed[column] = r.Changed[column] || text != r.Texts[column]
	}
	r.add(column, begins, v.KnownBits())
}
