// Command resume does what a reworked module could get wrong: goroutines that give way in the middle of loops and come back there, stacks that
// grow, and panics that functions recover from and go on behind.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
)

type node struct {
	left, right *node
	value       int
}

type shape interface{ area(depth int) int }

type square struct{ side int }

func (s square) area(depth int) int { return s.side*s.side + depth }

// grow needs more stack than a goroutine begins with, and has values that must survive its growth.
func grow(depth int, seen []int) int {
	var local [32]int
	for i := range local {
		local[i] = depth*i + len(seen)
	}
	if depth == 0 {
		return local[31]
	}
	below := grow(depth-1, append(seen, depth))
	sum := 0
	for i, v := range local {
		sum += v ^ i
	}
	return below + sum%97
}

// attempt runs what may panic and gives the message, after what it deferred ran.
func attempt(name string, f func()) (message string) {
	state := "started"
	defer func() { message = name + ": " + state + " " + message }()
	defer func() {
		if r := recover(); r != nil {
			var err error
			if e, ok := r.(error); ok {
				err = errors.Join(err, e)
				r = err.Error()
			}
			message = fmt.Sprint("recovered ", r)
		}
	}()
	state = "running"
	for range len(name) % 3 { // where a function jumps, it has a table of its basic blocks
		state += "+"
	}
	f()
	state = "done"
	return "nothing"
}

func panics(i int) []string {
	var none *node
	var list []int
	var m map[string]int
	var s shape
	var text any = "text"
	zero := i - i
	return []string{
		attempt("nil", func() { none.left = none }),
		attempt("index", func() { list[i]++ }),
		attempt("slice", func() { _ = list[i:zero] }),
		attempt("text", func() { _ = "abc"[zero+i:] }),
		attempt("division", func() { _ = i / zero }),
		attempt("map", func() { m["a"] = i }),
		attempt("interface", func() { s.area(i) }),
		attempt("assertion", func() { _ = text.(int) }),
		attempt("array", func() { _ = [4]int(make([]int, i%4)) }),
		attempt("own", func() { panic(fmt.Errorf("own %d", i)) }),
		attempt("again", func() {
			defer func() { panic(fmt.Sprint("again after ", recover())) }()
			panic("first")
		}),
		attempt("deep", func() { fmt.Sprint(grow(300, nil)); list[zero] = grow(200, nil) }),
		attempt("none", func() { _ = grow(20, nil) }),
	}
}

// inLoops gives way in loops in loops, behind calls in different places of them.
func inLoops(in <-chan int, out chan<- int) int {
	total := 0
	for outer := 0; ; outer++ {
		v, ok := <-in
		if !ok {
			break
		}
		for i := v; i > 0; i-- {
			switch {
			case i%7 == 3:
				out <- i
			case i%5 == 0:
				runtime.Gosched()
				continue
			}
			for k := range i % 4 {
				if k == 2 {
					out <- k * outer
				}
				total += k
			}
			if total%11 == 0 {
				total += grow(i%50, nil) % 3
			}
		}
	}
	return total
}

func build(depth int) *node {
	if depth == 0 {
		return nil
	}
	return &node{left: build(depth - 1), right: build(depth - 2 + depth%2), value: depth}
}

func (n *node) sum() int {
	if n == nil {
		return 0
	}
	return n.left.sum() + n.value + n.right.sum()
}

func main() {
	for i := 1; i < 4; i++ {
		fmt.Println(strings.Join(panics(i), "\n"))
	}
	in, out := make(chan int), make(chan int, 1)
	var ends sync.WaitGroup
	total, sum, count := 0, 0, 0
	ends.Go(func() {
		total = inLoops(in, out)
		close(out)
	})
	ends.Go(func() {
		for v := range out {
			sum += v
			count++
		}
	})
	for v := range 60 {
		in <- v
		if v%9 == 0 {
			runtime.GC()
		}
	}
	close(in)
	ends.Wait()
	fmt.Println(total, sum, count)
	done := make(chan int)
	for g := range 20 {
		go func() {
			tree := build(12)
			runtime.Gosched()
			done <- tree.sum()*g + grow(g*20, nil)
		}()
	}
	var sums []int
	for range 20 {
		sums = append(sums, <-done)
	}
	slices.Sort(sums)
	fmt.Println(sums)
	shapes := []shape{square{2}, square{3}}
	fmt.Println(shapes[0].area(1) + shapes[1].area(grow(3, nil)))
	defer fmt.Println("not printed")
	os.Exit(3)
}
