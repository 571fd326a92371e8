package dynamic

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every planted violation is found, in TypeScript and where it is TypeScript no more.
func TestScanFindsPlantedViolations(t *testing.T) {
	for source, want := range map[string]Rule{
		`eval('1')`:                                  Eval,
		`(0, eval)('1')`:                             Eval,
		`const e = eval; e('1')`:                     Eval,
		`[1].map(eval)`:                              Eval,
		`window.eval('1')`:                           Eval,
		`globalThis['eval']('1')`:                    Eval,
		`globalThis?.eval?.('1')`:                    Eval,
		"self[`eval`]('1')":                          Eval,
		`const { x = eval } = {} as { x?: unknown }`: Eval,
		`new Function('return 1')`:                   Function,
		`new Function`:                               Function,
		`Function('return 1')()`:                     Function,
		`const F = Function; F('1')`:                 Function,
		`Reflect.construct(Function, ['1'])`:         Function,
		`new window.Function('1')`:                   Function,
		`Function.call(null, '1')`:                   Function,
		`(() => {}).constructor('1')()`:              Function,
		`(function () {}).constructor('1')`:          Function,
		`x.constructor.constructor('1')`:             Function,
		`x['constructor']['constructor']('1')`:       Function,
		`new (Object.getPrototypeOf(async function () {}).constructor)('1')`: Function,
		`Object.getPrototypeOf(function* () {}).constructor('1')`:            Function,
		`class A { static { new Function('1') } }`:                           Function,
		`class A { #f = () => Function('1') }`:                               Function,
		`setTimeout('a()', 1)`:                                               StringTimer,
		"setTimeout(`a(${x})`, 1)":                                           StringTimer,
		`window.setInterval('a(' + x + ')', 1)`:                              StringTimer,
		`setTimeout(['a'].join(''), 1)`:                                      StringTimer,
		`setTimeout(x ? 'a()' : f, 1)`:                                       StringTimer,
		`import('data:text/javascript,1')`:                                   Import,
		`import('blob:x')`:                                                   Import,
		`import('https://example.org/x.js')`:                                 Import,
		`import('//example.org/x.js')`:                                       Import,
		`import(x)`:                                                          Import,
		"import(`./${x}.js`)":                                                Import,
		`import a from 'https://example.org/x.js'; a`:                        Import,
		`await import(URL.createObjectURL(x))`:                               Import,
		`importScripts(x)`:                                                   Import,
		`a.href = 'javascript:alert(1)'`:                                     ScriptURL,
		"a.href = ` JavaScript:alert(${x})`":                                 ScriptURL,
		`new Worker('data:text/javascript,1')`:                               CodeURL,
		`document.write('x')`:                                                Write,
		`window.document.writeln('x')`:                                       Write,
		`document['write']('x')`:                                             Write,
		`frame.contentDocument.write('x')`:                                   Write,
		`x.innerHTML = '<img src=x onerror="f()">'`:                          InlineEvents,
		"html`<button onclick=\"${x}\">`":                                    InlineEvents,
		`x.setAttribute('onclick', 'f()')`:                                   InlineEvents,
	} {
		for _, name := range []string{"a.ts", "a.js"} {
			if name == "a.js" && strings.Contains(source, " as ") {
				continue
			}
			found, err := Scan(name, "declareX();\n"+source+"\n")
			require.NoError(t, err, source)
			require.NotEmpty(t, found, source)
			require.Equal(t, want, found[0].Rule, source)
			require.Equal(t, name, found[0].File)
		}
	}
}

func TestScanNamesTheLineOfTheSource(t *testing.T) {
	found, err := Scan("a.ts", "interface A {\n  x: number\n}\ntype B = A\nconst b: B = { x: 1 }\nawait 1\nsetTimeout('x', b.x)\n")
	require.NoError(t, err)
	require.Equal(t, []Finding{{"a.ts", 7, StringTimer}}, found)
	require.Equal(t, "a.ts:7: timer with a string", found[0].String())
}

func TestScanLeavesHonestCodeAlone(t *testing.T) {
	for _, source := range []string{
		`// eval('1') and new Function('1')` + "\nexport {}",
		`const text = 'eval(1); new Function(1); document.write(1)'; export { text }`,
		`const spec = { eval: () => 1, Function: 2 }; spec.eval()`,
		`x instanceof Function || Object.getPrototypeOf(x) === Function.prototype`,
		`typeof Function`,
		`Function.prototype.call.apply(f, [])`,
		`new this.constructor(1); this.constructor.styles`,
		`setTimeout(() => f(), 1); setTimeout(f, 1); setInterval(f.bind(null, 'x'), 1)`,
		`import('./a.js'); import("@codemirror/view"); import("virtual:library")`,
		"import(`./a.js`)",
		`import a from './a.js'; export * from './b.js'; export { a }`,
		`new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })`,
		`for await (const x of y) f(x); await g()`,
		"html`<button @click=${f} ?disabled=${x} .value=${y}>one</button>`",
		`x.setAttribute('on', 'x'); x.setAttribute(name, 'x')`,
		`a < b && onerror == 1`,
		`stream.write('x'); text.writeln('x')`,
		`const s = 'data:image/png;base64,xx'; f(s)`,
		`const evaluate = 1, evalNode = 2; f(evaluate, evalNode)`,
		`enum E { a, b }; class A<T> { private x?: T; declare y: number; get z() { return this.x! } }`,
		`const big = 1n; const r = /(?<=a)(?<n>b)\p{L}/u; f(a?.b?.[0] ?? big, r)`,
	} {
		found, err := Scan("a.ts", source)
		require.NoError(t, err, source)
		require.Empty(t, found, source)
	}
}

func TestScanPages(t *testing.T) {
	const page = "<!doctype html>\n<!-- <script>eval(1)</script> -->\n<title>a < b</title>\n"
	for source, want := range map[string]Rule{
		`<body onload="f()">`:                      InlineEvents,
		`<img src=x ONERROR=f()>`:                  InlineEvents,
		`<a href=" javascript:f()">x</a>`:          ScriptURL,
		`<iframe src='data:text/html,x'></iframe>`: CodeURL,
		`<iframe srcdoc="<p>"></iframe>`:           InlineScript,
		`<script>f()</script>`:                     InlineScript,
		`<script type="module">f()</script>`:       InlineScript,
	} {
		found, err := Scan("a.html", page+source)
		require.NoError(t, err, source)
		require.Equal(t, []Finding{{"a.html", 4, want}}, found, source)
	}
	found, err := Scan("a.html", page+"<script>\nf()\neval('1')</script>")
	require.NoError(t, err)
	require.Equal(t, []Finding{{"a.html", 4, InlineScript}, {"a.html", 6, Eval}}, found)

	for _, source := range []string{
		`<script type="module" src="/a.js"></script>`,
		`<script type="text/plain">circuit('A', { eval: () => eval('1') })</script>`,
		`<circuit-embed code="circuit('A', { nodes: { on: 1 } })" one="1"></circuit-embed>`,
		`<p title='on="x"'>onclick="f()"</p><link rel=stylesheet href=/a.css>`,
	} {
		found, err := Scan("a.html", page+source)
		require.NoError(t, err, source)
		require.Empty(t, found, source)
	}
}

func TestScanFailsOnWhatItCannotRead(t *testing.T) {
	for name, source := range map[string]string{
		"a.ts":   "const = 1",
		"a.js":   "}{",
		"a.html": "<script>f(",
		"b.html": "<p class=",
		"a.txt":  "x",
	} {
		_, err := Scan(name, source)
		require.Error(t, err, name)
		require.ErrorContains(t, err, name)
	}
}

func FuzzScanPage(f *testing.F) {
	for _, seed := range []string{"<a b=c>", "<", "<a b='", "<!--", "<script>1</script>", "<a =b>", "</a><a/>", "<style>"} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, source string) {
		// Any text is either read or refused.
		_, _ = scanPage("a.html", source)
		handlerInMarkup(source)
	})
}

// The files that browsers get, as they are written.
func TestSourcesHoldNoDynamicCode(t *testing.T) {
	scanned := 0
	for _, workspace := range []string{"app-site", "embed", "sandbox-site"} {
		root := filepath.Join("..", "..", workspace)
		require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				switch d.Name() {
				case "node_modules", "dist", "test", "build-plugins":
					return filepath.SkipDir
				}
				return nil
			}
			name := filepath.ToSlash(path)
			switch {
			case strings.HasSuffix(name, ".test.ts"), strings.HasSuffix(name, ".d.ts"), strings.HasSuffix(name, ".config.ts"):
				return nil // run by Node, or by nobody
			case strings.HasSuffix(name, ".ts"), strings.HasSuffix(name, ".js"), strings.HasSuffix(name, ".mjs"), strings.HasSuffix(name, ".html"):
			default:
				return nil
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			found, err := Scan(name, string(content))
			require.NoError(t, err)
			require.Empty(t, found)
			scanned++
			return nil
		}))
	}
	require.Greater(t, scanned, 20, "the scan has found its way to the sources")
}
