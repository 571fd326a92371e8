package realm

import "time"

// LambdaStats are the calls of one eval or onTick function.
type LambdaStats struct {
	Circuit      string  `json:"circuit"`
	Lambda       string  `json:"lambda"` // "eval" or "onTick"
	Calls        int     `json:"calls"`
	Steps        int     `json:"steps"` // loop rounds and function calls
	Milliseconds float64 `json:"milliseconds"`
}

type lambdaKey struct{ circuit, lambda string }

// Lambdas are the lambdas called so far; nothing without Options.Profile.
func (r *Realm) Lambdas() []LambdaStats {
	list := make([]LambdaStats, 0, len(r.profile))
	for _, s := range r.profile {
		list = append(list, *s)
	}
	return list
}

// profiled measures one call of a lambda, from now until the function that it returns is called.
func (r *Realm) profiled(m *CurrentCode) func() {
	if !r.options.Profile {
		return func() {}
	}
	start := time.Now()
	return func() {
		key := lambdaKey{m.Circuit, m.Lambda}
		s := r.profile[key]
		if s == nil {
			if r.profile == nil {
				r.profile = map[lambdaKey]*LambdaStats{}
			}
			s = &LambdaStats{Circuit: m.Circuit, Lambda: m.Lambda}
			r.profile[key] = s
		}
		s.Calls++
		s.Steps += r.steps
		s.Milliseconds += float64(time.Since(start)) / float64(time.Millisecond)
	}
}
