// Every kind of loop, with and without braces.
declare function log(...args: unknown[]): void
let n = 0
while (n < 3) n++
log('while', n)
while (n > 0) { n--; if (n === 1) continue }
do n++; while (n < 4)
log('do', n)
do { n--; if (n === 2) break } while (n)
log('do block', n)
for (;;) { if (n++ > 5) break }
for (let i = 0, j = 10; i < j; i++, j--) n += i * j
log('for', n)
for (var k = 0; k < 3; k++);
log('empty', k)
for (const x of [1, 2, 3]) n += x
for (const { a, b = 2 } of [{ a: 1 }, { a: 2, b: 3 }] as { a: number; b?: number }[]) n += a * b
for (const key in { p: 1, q: 2 }) log('in', key)
for (n in [7, 8]) log('in outer', n)
let [p, q] = [0, 0];
for ([p, q] of [[1, 2], [3, 4]]) log('pattern', p, q)
outer: for (let i = 0; i < 3; i++) {
  inner: for (let j = 0; j < 3; j++) {
    if (j === 1) continue outer
    if (i === 2) break inner
    log('labels', i, j)
  }
}
label: { log('in block'); break label }
if (p) for (const x of [1]) if (x) log('then'); else log('inner else')
else log('outer else')
if (!p) while (p) p--
else log('else of the outer if')
const closures: (() => number)[] = []
for (let i = 0; i < 3; i++) closures.push(() => i)
log('closures', closures.map((f) => f()).join())
switch (n) { case 0: for (;;) break; default: do break; while (true) }
for (const x of (function* () { yield 1; yield* [2, 3] })()) log('generator', x)
for (let i = 0, f = (x: number): number => x <= 1 ? 1 : x * f(x - 1); i < 5; i++) log('factorial', f(i))
