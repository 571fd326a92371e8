package goja

import "testing"

func TestElementsOfPrototypes(t *testing.T) {
	got, err := New().RunString("let told = ''\n" +
		"for (const proto of [Array.prototype, Object.prototype]) {\n" +
		"  const a = [1, 2000]\n" +
		"  Object.defineProperty(proto, 2, { set(v) { told += v + ' ' }, configurable: true })\n" +
		"  a.push('seen'); a.push('kept')\n" +
		"  told += a.length + ' ' + a[2] + ' ' + a[3] + ' '\n" +
		"  delete proto[2]\n" +
		"  a[4] = 7\n" +
		"  told += a[4] + ' ' + (2 in a) + ' '\n" +
		"}\n" +
		"for (const n of [0, 1023, 1024, -1]) told += [5, 6][n] + ' ' + n + 'n '\n" +
		"told + ('0x1ffffffff' >> 0) + ' ' + (4294967297.5 >>> 0) + ' ' + (-1 >>> 0)")
	if err != nil {
		t.Fatal(err)
	}
	if want := "seen 4 undefined kept 7 false seen 4 undefined kept 7 false 5 0n undefined 1023n undefined 1024n undefined -1n -1 1 4294967295"; got.String() != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
