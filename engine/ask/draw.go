package ask

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"simten.dev/engine/circuit"
)

// Text draws a picture in characters, one line a row and one character a column: a bit is low, high or both, a bus
// shows its value where there is room and a mark where it changes.
func (p *Picture) Text() string {
	axis := p.axis()
	longest := len(axis)
	for i := range p.Rows {
		longest = max(longest, utf8.RuneCountInString(p.Rows[i].Signal))
	}
	var out strings.Builder
	for i := range p.Rows {
		r := &p.Rows[i]
		fmt.Fprintf(&out, "%-*s ", longest, r.Signal)
		if r.Width == 1 && r.Texts == nil {
			r.bits(&out)
		} else {
			r.bus(&out)
		}
		out.WriteByte('\n')
	}
	left, right := fmt.Sprint(p.From), fmt.Sprint(p.To)
	fmt.Fprintf(&out, "%-*s %s%*s\n", longest, axis, left, max(1+len(right), p.Columns-len(left)), right)
	if p.Span > 1 {
		fmt.Fprintf(&out, "%-*s one column is %s\n", longest, "", p.span())
	}
	return out.String()
}

// axis names what the columns are.
func (p *Picture) axis() string {
	if p.Unit != "" {
		return "time (" + p.Unit + ")"
	}
	return "cycle"
}

// span says how much a column is.
func (p *Picture) span() string {
	switch {
	case p.Unit == "":
		return fmt.Sprintf("%d cycles", p.Span)
	case strings.HasPrefix(p.Unit, "1"): // "10 ps"
		return fmt.Sprintf("%d times %s", p.Span, p.Unit)
	}
	return fmt.Sprintf("%d %s", p.Span, p.Unit)
}

// shown is the value at the beginning of a column, for people.
func (r *Row) shown(i int) string {
	switch {
	case r.Unknown != nil && r.Unknown[i]:
		return "x"
	case r.Texts != nil:
		return r.Texts[i]
	}
	return r.First[i].String()
}

// same reports whether a column goes on as the one before it.
func (r *Row) same(i, j int) bool { return r.First[i].Equal(r.First[j]) && r.shown(i) == r.shown(j) }

const (
	drawnLow, drawnHigh, drawnBoth = '▁', '▔', '█'
	drawnFlat, drawnChange         = '═', '╳'
	drawnUnknown                   = '░'
)

func (r *Row) bits(out *strings.Builder) {
	for i := range r.First {
		switch {
		case r.Changed[i]:
			out.WriteRune(drawnBoth)
		case r.Unknown != nil && r.Unknown[i]:
			out.WriteRune(drawnUnknown)
		case r.First[i].IsZero():
			out.WriteRune(drawnLow)
		default:
			out.WriteRune(drawnHigh)
		}
	}
}

// bus draws stretches of one value with the value in them.
func (r *Row) bus(out *strings.Builder) {
	for i := 0; i < len(r.First); {
		if r.Changed[i] {
			out.WriteRune(drawnChange)
			i++
			continue
		}
		end := i + 1
		for end < len(r.First) && !r.Changed[end] && r.same(end, i) {
			end++
		}
		room := end - i
		mark := i > 0 && !r.Changed[i-1]
		if mark {
			out.WriteRune(drawnChange)
			room--
		}
		value := r.shown(i)
		if utf8.RuneCountInString(value) > room {
			value = ""
		}
		out.WriteString(value)
		out.WriteString(strings.Repeat(string(drawnFlat), room-utf8.RuneCountInString(value)))
		i = end
	}
}

// The measures of an SVG picture, in pixels.
const (
	svgRow, svgTrace, svgNames, svgColumn = 28, 16, 180, 6
)

// SVG draws a picture as an image without scripts, in the colors of the page and with both of its themes.
func (p *Picture) SVG() string {
	step := max(1, min(svgColumn, 1200/max(1, p.Columns)))
	width, height := svgNames+p.Columns*step+12, len(p.Rows)*svgRow+28
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="Waveform, %s %d to %d">`,
		width, height, width, height, escape(p.axis()), p.From, p.To)
	out.WriteString(`<style>svg{background:#fbfaf7;font:13px "JetBrains Mono",monospace}text{fill:#1d1c1a}.m{fill:#6d6a63;font-size:12px}` +
		`.b{stroke:#d9480f;fill:none;stroke-width:1.5}.u{stroke:#1971c2;fill:none;stroke-width:1.5}.f{fill:#d9480f;opacity:.35}.g{fill:#1971c2;opacity:.35}` +
		`@media(prefers-color-scheme:dark){svg{background:#0f1115}text{fill:#e9eaee}.m{fill:#9aa1ae}.b{stroke:#ff8f3f}.u{stroke:#5aa9ff}.f{fill:#ff8f3f}.g{fill:#5aa9ff}}</style>`)
	for i := range p.Rows {
		r := &p.Rows[i]
		top := 10 + i*svgRow
		fmt.Fprintf(&out, `<text x="%d" y="%d" text-anchor="end">%s</text>`, svgNames-12, top+13, escape(r.Signal))
		if r.Width == 1 && r.Texts == nil {
			r.svgBits(&out, top, step)
		} else {
			r.svgBus(&out, top, step)
		}
	}
	fmt.Fprintf(&out, `<text class="m" x="%d" y="%d">%d</text><text class="m" x="%d" y="%d" text-anchor="end">%d</text></svg>`,
		svgNames, height-8, p.From, svgNames+p.Columns*step, height-8, p.To)
	out.WriteByte('\n')
	return out.String()
}

func (r *Row) svgBits(out *strings.Builder, top, step int) {
	level := func(v circuit.Value) int {
		if v.IsZero() {
			return top + svgTrace
		}
		return top
	}
	var path, busy strings.Builder
	at := -1
	for i := range r.First {
		x := svgNames + i*step
		if r.Changed[i] {
			fmt.Fprintf(&busy, "M%d %dh%dv%dh-%dz", x, top, step, svgTrace, step)
		}
		y := level(r.First[i])
		if r.Unknown != nil && r.Unknown[i] {
			y = top + svgTrace/2 // neither
		}
		if at < 0 {
			fmt.Fprintf(&path, "M%d %d", x, y)
		} else if y != at {
			fmt.Fprintf(&path, "V%d", y)
		}
		if at = y; r.Changed[i] {
			if last := level(r.Last[i]); last != y {
				fmt.Fprintf(&path, "V%d", last)
				at = last
			}
		}
		fmt.Fprintf(&path, "H%d", x+step)
	}
	if busy.Len() > 0 {
		fmt.Fprintf(out, `<path class="f" d="%s"/>`, busy.String())
	}
	fmt.Fprintf(out, `<path class="b" d="%s"/>`, path.String())
}

func (r *Row) svgBus(out *strings.Builder, top, step int) {
	var path, busy, values strings.Builder
	for i := 0; i < len(r.First); {
		x := svgNames + i*step
		if r.Changed[i] {
			fmt.Fprintf(&busy, "M%d %dh%dv%dh-%dz", x, top, step, svgTrace, step)
			i++
			continue
		}
		end := i + 1
		for end < len(r.First) && !r.Changed[end] && r.same(end, i) {
			end++
		}
		w := (end - i) * step
		cut := min(3, w/2)
		fmt.Fprintf(&path, "M%d %dl%d -%dH%dl%d %dl-%d %dH%dz", x, top+svgTrace/2, cut, svgTrace/2, x+w-cut, cut, svgTrace/2, cut, svgTrace/2, x+cut)
		if text := r.shown(i); 8*utf8.RuneCountInString(text) < w-6 {
			fmt.Fprintf(&values, `<text class="m" x="%d" y="%d">%s</text>`, x+5, top+12, escape(text))
		}
		i = end
	}
	if busy.Len() > 0 {
		fmt.Fprintf(out, `<path class="g" d="%s"/>`, busy.String())
	}
	fmt.Fprintf(out, `<path class="u" d="%s"/>%s`, path.String(), values.String())
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(text string) string { return escaper.Replace(text) }
