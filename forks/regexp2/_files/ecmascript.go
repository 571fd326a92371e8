package regexp2

// ecmaScript reports that an expression is one of JavaScript, in which an iteration beyond the least number fails when
// it matches nothing.
func (r *Runner) ecmaScript() bool { return r.re.options&ECMAScript != 0 }

// resetCaptures makes the groups from first to last unset, as each iteration of JavaScript begins. It gives how many
// were set, which uncapture takes back one by one.
func (r *Runner) resetCaptures(first, last int) int {
	n := 0
	for group := first; group <= last; group++ {
		if r.runmatch.isMatched(group) {
			r.crawl(group)
			r.runmatch.balanceMatch(group)
			n++
		}
	}
	return n
}
