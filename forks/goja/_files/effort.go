package goja

import "github.com/dlclark/regexp2/v2"

// CountMatching sends the work of regular expressions, in units of about 50 ns, to spend, which may panic to end a
// match. With nil nothing is counted. Counting begins anew, so that the same program always counts the same.
func (r *Runtime) CountMatching(spend func(units int)) { r.effort.To(spend) }

// count counts what a match takes as far as that is known before it, and makes it count its steps.
func (p *regexpPattern) count(e *regexp2.Effort, s String, start int) {
	e.Match(p.src, s.Length(), p.regexpWrapper != nil && start == 0)
	p.effort = e
	if p.regexp2Wrapper != nil {
		p.regexp2Wrapper.count(e)
	}
}

// count makes the expression count to e. A clone begins without.
func (r *regexp2Wrapper) count(e *regexp2.Effort) {
	if r.effort != e {
		r.rx, r.effort = r.rx.Counting(e), e
	}
}
