// Command attacker seals itself and then tries by calls of the system what code could try that has broken out of the
// interpreter. It prints what came of each as JSON: "refused", or how it went.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"simten.dev/process/seal"
)

func main() {
	var needs seal.Needs
	if err := json.Unmarshal([]byte(os.Args[1]), &needs); err != nil {
		panic(err)
	}
	// Threads that are there before count as well.
	var started, stop sync.WaitGroup
	stop.Add(1)
	for range 4 {
		started.Add(1)
		go func() {
			runtime.LockOSThread()
			started.Done()
			stop.Wait()
		}()
	}
	started.Wait()
	report := seal.Process(needs)
	stop.Done()

	outcome := map[string]string{}
	note := func(name string, err error) {
		switch {
		case err == nil:
			outcome[name] = "went through"
		case err == syscall.EPERM || err == syscall.EACCES:
			outcome[name] = "refused"
		default:
			outcome[name] = err.Error()
		}
	}
	call := func(name string, number uintptr, arguments ...uintptr) {
		var a [6]uintptr
		copy(a[:], arguments)
		r, _, errno := syscall.RawSyscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
		if errno == 0 && r == 0 && strings.HasPrefix(name, "fork") {
			syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0) // the child
		}
		if errno != 0 {
			note(name, errno)
		} else {
			note(name, nil)
		}
	}
	text := func(s string) uintptr { b, _ := syscall.BytePtrFromString(s); return uintptr(unsafe.Pointer(b)) }
	buffer := make([]byte, 256)
	room := uintptr(unsafe.Pointer(&buffer[0]))

	for _, path := range os.Args[2:] {
		_, err := os.ReadFile(path)
		note("read "+path, underlying(err))
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err == nil {
			f.Close()
		}
		note("write "+path, underlying(err))
		f, err = os.Create(path + ".new")
		if err == nil {
			f.Close()
		}
		note("create beside "+path, underlying(err))
	}
	_, err := os.ReadFile("/etc/passwd")
	note("read /etc/passwd", underlying(err))
	_, err = os.ReadFile("/proc/self/environ")
	note("read /proc/self/environ", underlying(err))
	note("write /proc/self/mem", underlying(func() error { _, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0); return err }()))
	_, err = os.ReadDir("/")
	note("list /", underlying(err))
	for _, family := range []int{unix.AF_INET, unix.AF_INET6, unix.AF_UNIX, unix.AF_NETLINK, unix.AF_PACKET, unix.AF_VSOCK, unix.AF_ALG} {
		call(fmt.Sprintf("socket of family %d", family), unix.SYS_SOCKET, uintptr(family), unix.SOCK_DGRAM, 0)
	}
	// A number of 64 bits of which the low half is a family that may be allowed.
	call("socket of a family with a high half", unix.SYS_SOCKET, 1<<40|unix.AF_INET, unix.SOCK_STREAM, 0)
	address := unix.RawSockaddrInet4{Family: unix.AF_INET, Port: 80 << 8, Addr: [4]byte{127, 0, 0, 1}}
	call("connect", unix.SYS_CONNECT, 1, uintptr(unsafe.Pointer(&address)), unsafe.Sizeof(address))
	call("execve", unix.SYS_EXECVE, text("/bin/true"), 0, 0)
	call("execveat", unix.SYS_EXECVEAT, uintptr(0), text("/bin/true"), 0, 0, 0)
	call("fork by clone", unix.SYS_CLONE, uintptr(syscall.SIGCHLD))
	call("fork by clone in a name space", unix.SYS_CLONE, unix.CLONE_THREAD|unix.CLONE_NEWUSER)
	call("clone3", unix.SYS_CLONE3, room, 88)
	call("ptrace", unix.SYS_PTRACE, unix.PTRACE_ATTACH, uintptr(os.Getppid()))
	call("process_vm_readv", unix.SYS_PROCESS_VM_READV, uintptr(os.Getppid()), room, 1, room, 1, 0)
	call("process_vm_writev", unix.SYS_PROCESS_VM_WRITEV, uintptr(os.Getppid()), room, 1, room, 1, 0)
	call("io_uring_setup", unix.SYS_IO_URING_SETUP, 8, room)
	call("bpf", unix.SYS_BPF, 0, room, 64)
	call("perf_event_open", unix.SYS_PERF_EVENT_OPEN, room, 0, 0, ^uintptr(0), 0)
	call("userfaultfd", unix.SYS_USERFAULTFD, 0)
	call("kill the parent", unix.SYS_KILL, uintptr(os.Getppid()), 0)
	call("kill all", unix.SYS_KILL, ^uintptr(0), 0)
	call("tgkill of the parent", unix.SYS_TGKILL, uintptr(os.Getppid()), uintptr(os.Getppid()), 0)
	call("prctl that allows dumps", unix.SYS_PRCTL, unix.PR_SET_DUMPABLE, 1)
	call("prctl that changes the filter", unix.SYS_PRCTL, unix.PR_SET_SECCOMP, 0)
	call("seccomp", unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, room)
	call("unshare", unix.SYS_UNSHARE, unix.CLONE_NEWUSER)
	call("setns", unix.SYS_SETNS, 0, 0)
	call("mount", unix.SYS_MOUNT, text("x"), text("/tmp"), text("tmpfs"), 0, 0)
	call("chroot", unix.SYS_CHROOT, text("/tmp"))
	call("memfd_create", unix.SYS_MEMFD_CREATE, text("x"), 0)
	call("setuid", unix.SYS_SETUID, 0)
	limit := unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY}
	call("raise a limit", unix.SYS_PRLIMIT64, 0, unix.RLIMIT_DATA, uintptr(unsafe.Pointer(&limit)), 0)
	call("pidfd_getfd", unix.SYS_PIDFD_GETFD, 0, 0, 0)
	call("keyctl", unix.SYS_KEYCTL, 0, 0, 0)
	call("open_by_handle_at", unix.SYS_OPEN_BY_HANDLE_AT, 0, room, 0)
	runtime.KeepAlive(buffer)

	// The services that a circuit needs go on: memory, threads, clocks, the collector.
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			runtime.LockOSThread() // a thread of its own, which ends with it
			kept := make([][]byte, 0, 64)
			for range 64 {
				kept = append(kept, make([]byte, 1<<16))
			}
			runtime.KeepAlive(kept)
		})
	}
	wait.Wait()
	runtime.GC()
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"report": report, "outcome": outcome})
}

// underlying is the error of the system in one of the standard library.
func underlying(err error) error {
	if e, ok := err.(*os.PathError); ok {
		return e.Err
	}
	return err
}
