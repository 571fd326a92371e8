package realm

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dop251/goja"
)

// correctNatives replaces what gives another result in the interpreter than the language says. The work of place must
// be done after everything else has been wrapped.
func (r *Realm) correctNatives() (place func()) {
	r.corrected = map[*goja.Object]nativeFunction{}
	var places []func()
	correct := func(o *goja.Object, name string, around func(goja.FunctionCall, nativeFunction) goja.Value) {
		object, _ := o.Get(name).(*goja.Object)
		original, ok := object.Export().(nativeFunction)
		if !ok {
			return
		}
		r.corrected[object] = func(call goja.FunctionCall) goja.Value { return around(call, original) }
		places = append(places, func() {
			if o.Get(name) == goja.Value(object) {
				r.wrap(o, name, func(call goja.FunctionCall, f nativeFunction) goja.Value { return f(call) })
			}
		})
	}
	indexOf, _ := r.arrayPrototype.Get("indexOf").Export().(nativeFunction)
	correct(r.arrayPrototype, "includes", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if n, ok := wholeNumber(call.Argument(0)); ok && n == 0 { // the interpreter's own does not find -0
			return r.vm.ToValue(indexOf(call).ToInteger() >= 0)
		}
		return f(call)
	})
	includes, _ := r.arrayPrototype.Get("includes").Export().(nativeFunction)
	correct(r.arrayPrototype, "map", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		of, ok := call.This.(*goja.Object)
		sparse := ok && of.ClassName() == "Array" && includes(goja.FunctionCall{This: of, Arguments: []goja.Value{goja.Undefined()}}).ToBoolean()
		got := f(call)
		if list, ok := got.(*goja.Object); ok && sparse && list.ClassName() == "Array" && list.Prototype() == r.arrayPrototype {
			return r.withHoles(list)
		}
		return got
	})
	numbers := r.class("Number").Get("prototype").(*goja.Object)
	correct(numbers, "toString", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		x, ok := thisFloat(call.This)
		base := call.Argument(0)
		if !ok || goja.IsUndefined(base) {
			return f(call)
		}
		base = base.ToNumber()
		call.Arguments[0] = base
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return f(call)
		}
		if radix := math.Trunc(base.ToFloat()); radix >= 2 && radix <= 36 && radix != 10 {
			return r.vm.ToValue(inRadix(x, int(radix)))
		}
		return f(call)
	})
	for name, extra := range map[string]int64{"toExponential": 1, "toPrecision": 0} { // digits beside those that are asked for
		correct(numbers, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			x, ok := thisFloat(call.This)
			if !ok || goja.IsUndefined(call.Argument(0)) {
				return f(call)
			}
			call.Arguments[0] = call.Arguments[0].ToNumber()
			n := call.Arguments[0].ToInteger() + extra
			if math.IsNaN(x) || math.IsInf(x, 0) || n < 1 || n > 100+extra {
				return f(call)
			}
			return r.vm.ToValue(withDigits(x, int(n), name == "toExponential"))
		})
	}
	correct(r.vm.GlobalObject(), "parseInt", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		got := f(call)
		if got.ToFloat() == 0 && !isObject(call.Argument(0)) && strings.HasPrefix(strings.TrimLeftFunc(call.Argument(0).String(), isSpace), "-") {
			return r.vm.ToValue(math.Copysign(0, -1))
		}
		if base := call.Argument(1); !isObject(call.Argument(0)) && math.Abs(got.ToFloat()) >= 1<<53 && !isObject(base) && (goja.IsUndefined(base) || base.ToInteger() == 10 || base.ToInteger() == 0) {
			if exact, ok := decimalPrefix(call.Argument(0).String()); ok && !math.IsNaN(got.ToFloat()) { // the interpreter rounds after each digit
				return r.vm.ToValue(exact)
			}
		}
		return got
	})
	correct(r.class("Math"), "log10", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		got := f(call)
		near := math.Round(got.ToFloat())
		if got.ToFloat() != near && !isObject(call.Argument(0)) && math.Abs(near) < 400 && math.Pow10(int(near)) == call.Argument(0).ToFloat() {
			return r.vm.ToValue(near) // of 1e15, for one, the interpreter's own is less than 15
		}
		return got
	})
	correct(r.class("Math"), "log", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		const smallest, power = 0x1p-1022, 54 // of the numbers that have all their digits
		if x := number(&call, 0); x > 0 && x < smallest {
			return r.vm.ToValue(math.Log(math.Ldexp(x, power)) - power*math.Ln2)
		}
		return f(call)
	})
	typedArray := r.class("Uint8Array").Prototype()
	listOf, _ := goja.AssertFunction(r.class("Array").Get("from"))
	correct(typedArray, "from", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if _, ok := call.Argument(0).(goja.String); ok { // which the interpreter's own does not go through
			list, err := listOf(r.class("Array"), call.Arguments[0])
			if err != nil {
				rethrow(err)
			}
			call.Arguments[0] = list
		}
		return f(call)
	})
	return func() {
		for _, place := range places {
			place()
		}
		r.corrected = nil
	}
}

// thisFloat is the number that a method of Number is called of, when it is none that the interpreter keeps as an
// integer.
func thisFloat(v goja.Value) (float64, bool) {
	if o, ok := v.(*goja.Object); ok && o.ClassName() != "Number" {
		return 0, false
	}
	x, ok := v.Export().(float64)
	return x, ok
}

// withDigits is the text of a finite number with n significant digits. Half of the last digit is rounded away from
// zero, as the language has it, of the exact value.
func withDigits(x float64, n int, exponential bool) string {
	const longest = 770 // digits of the exact value of any float64
	sign := ""
	if x < 0 {
		sign, x = "-", -x
	}
	mantissa, exponentText, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', longest, 64), "e") // of -0, too
	exponent, _ := strconv.Atoi(exponentText)
	digits := []byte(strings.Replace(mantissa, ".", "", 1))
	up := digits[n] >= '5'
	digits = digits[:n]
	for i := n - 1; up && i >= 0; i-- {
		if up = digits[i] == '9'; up {
			digits[i] = '0'
		} else {
			digits[i]++
		}
	}
	if up {
		digits = append([]byte{'1'}, digits[:n-1]...)
		exponent++
	}
	switch {
	case exponential || exponent < -6 || exponent >= n:
		text := sign + string(digits[:1])
		if n > 1 {
			text += "." + string(digits[1:])
		}
		if exponent >= 0 {
			return text + "e+" + strconv.Itoa(exponent)
		}
		return text + "e" + strconv.Itoa(exponent)
	case exponent < 0:
		return sign + "0." + strings.Repeat("0", -exponent-1) + string(digits)
	case exponent == n-1:
		return sign + string(digits)
	}
	return sign + string(digits[:exponent+1]) + "." + string(digits[exponent+1:])
}

// inRadix is the text of a finite number in a base other than 10: as many digits as tell it from its neighbours, zeros
// for those of a whole number that a float64 does not hold. The language leaves these digits to the engine; V8 gives
// these.
func inRadix(x float64, radix int) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	sign := ""
	if x < 0 {
		sign, x = "-", -x
	}
	base := float64(radix)
	whole, rest := math.Modf(x)
	var fraction []byte
	if half := max((math.Nextafter(x, math.Inf(1))-x)/2, math.SmallestNonzeroFloat64); rest >= half {
		for {
			rest *= base
			half *= base
			digit := math.Floor(rest)
			rest -= digit
			fraction = append(fraction, digits[int(digit)])
			if (rest > 0.5 || rest == 0.5 && int(digit)&1 == 1) && rest+half > 1 {
				carry := true // the next larger digits are nearer
				for carry && len(fraction) > 0 {
					last := strings.IndexByte(digits, fraction[len(fraction)-1]) + 1
					if carry = last == radix; carry {
						fraction = fraction[:len(fraction)-1]
					} else {
						fraction[len(fraction)-1] = digits[last]
					}
				}
				if carry {
					whole++
				}
				break
			}
			if rest < half {
				break
			}
		}
	}
	var reversed []byte
	for ; whole/base >= 1<<53; whole /= base {
		reversed = append(reversed, '0')
	}
	for {
		digit := math.Mod(whole, base)
		reversed = append(reversed, digits[int(digit)])
		if whole = (whole - digit) / base; whole == 0 {
			break
		}
	}
	slices.Reverse(reversed)
	text := sign + string(reversed)
	if len(fraction) > 0 {
		text += "." + string(fraction)
	}
	return text
}

// withHoles copies an array in which the interpreter's map has left holes: it counts them as items, and then takes them
// for some, which a Set does not survive.
func (r *Realm) withHoles(list *goja.Object) goja.Value {
	length := r.length(list)
	copied := r.vm.NewArray()
	for i := range length {
		if key := strconv.FormatInt(i, 10); list.Get(key) != nil {
			_ = copied.DefineDataProperty(key, list.Get(key), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
	}
	_ = copied.Set("length", length)
	return copied
}

// decimalPrefix is the whole number that a text begins with.
func decimalPrefix(text string) (float64, bool) {
	text = strings.TrimFunc(text, isSpace)
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || end == 0 && (text[0] == '-' || text[0] == '+')) {
		end++
	}
	if end < len(text) && text[end]|0x20 == 'x' { // 0x10
		return 0, false
	}
	x, err := strconv.ParseFloat(text[:end], 64)
	return x, err == nil || errors.Is(err, strconv.ErrRange)
}

// isSpace reports what is white space in the language.
func isSpace(c rune) bool { return c == '\uFEFF' || c != '\u0085' && unicode.IsSpace(c) }
