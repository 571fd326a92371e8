//go:build amd64 || arm64

package seal

import (
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// A filter looks at the architecture of a call, its number, and where that is not enough at its arguments. It is an
// allow-list where nothing is needed of the system, because then what is needed is what Go's runtime uses. A process
// that opens files and connects goes through more of Go's standard library, so there what must not be is listed.

// ours is what Go's runtime uses, and what reading and writing open files needs. A refused call returns EPERM.
var ours = slices.Concat(oursHere, []uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_PREAD64, unix.SYS_CLOSE, unix.SYS_FSTAT, unix.SYS_LSEEK,
	// memory
	unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_BRK, unix.SYS_MREMAP,
	// threads and what they wait for
	unix.SYS_FUTEX, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_GETTID, unix.SYS_GETPID, unix.SYS_SCHED_YIELD,
	unix.SYS_SCHED_GETAFFINITY, unix.SYS_MEMBARRIER, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2,
	// clocks and random numbers
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRANDOM,
	unix.SYS_SETITIMER, unix.SYS_RESTART_SYSCALL,
	// signals to itself
	unix.SYS_SIGALTSTACK, unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN,
	// what the statistics read
	unix.SYS_GETRUSAGE,
})

// never is what no circuit and no command needs. A refused call returns EPERM.
var never = slices.Concat(neverHere, []uint32{
	// programs and other processes
	unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_KCMP, unix.SYS_SETPGID, unix.SYS_SETSID,
	unix.SYS_SETPRIORITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETATTR, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	// ways around a filter of calls
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_IO_SETUP, unix.SYS_IO_SUBMIT, unix.SYS_SECCOMP,
	// wide surfaces of the kernel
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_FANOTIFY_INIT, unix.SYS_INOTIFY_INIT1, unix.SYS_PERSONALITY, unix.SYS_VMSPLICE, unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET,
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
	// name spaces, mounts, identities and the machine
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
	unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_FSCONFIG, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,
	unix.SYS_SETUID, unix.SYS_SETGID, unix.SYS_SETREUID, unix.SYS_SETREGID, unix.SYS_SETRESUID, unix.SYS_SETRESGID, unix.SYS_SETFSUID, unix.SYS_SETFSGID,
	unix.SYS_SETGROUPS, unix.SYS_CAPSET, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	// devices and owners of files
	unix.SYS_MKNODAT, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR,
})

// Where a call and its arguments stand in what a filter gets. The first half of an argument is its low one: both
// architectures are little-endian.
const (
	atNumber       = 0
	atArchitecture = 4
	atArgument     = 16
)

const (
	allowed    = uint32(unix.SECCOMP_RET_ALLOW)
	refused    = uint32(unix.SECCOMP_RET_ERRNO) | uint32(syscall.EPERM)
	unknown    = uint32(unix.SECCOMP_RET_ERRNO) | uint32(syscall.ENOSYS)
	killed     = uint32(unix.SECCOMP_RET_KILL_PROCESS)
	setVMA     = 0x53564d41 // PR_SET_VMA, by which Go names its memory
	namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
)

// assembly is a filter in the making.
type assembly []unix.SockFilter

func (a *assembly) add(code uint16, k uint32, yes, no uint8) {
	*a = append(*a, unix.SockFilter{Code: code, K: k, Jt: yes, Jf: no})
}

func (a *assembly) load(at uint32)          { a.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, at, 0, 0) }
func (a *assembly) answer(verdict uint32)   { a.add(unix.BPF_RET|unix.BPF_K, verdict, 0, 0) }
func (a *assembly) unlessIs(k uint32)       { a.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 1, 0) }
func (a *assembly) argument(n int)          { a.load(atArgument + 8*uint32(n)) }
func (a *assembly) argumentsHighHalf(n int) { a.load(atArgument + 8*uint32(n) + 4) }

// verdict answers calls of the number.
func (a *assembly) verdict(number, verdict uint32) {
	a.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, number, 0, 1)
	a.answer(verdict)
}

// judged answers calls of the number by a piece of program, which ends with an answer.
func (a *assembly) judged(number uint32, judge func(*assembly)) {
	var piece assembly
	judge(&piece)
	a.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, number, 0, uint8(len(piece)))
	*a = append(*a, piece...)
}

// onlyIf allows a call of which an argument is one of some values.
func onlyIf(argument int, values ...uint32) func(*assembly) {
	return func(a *assembly) {
		a.argumentsHighHalf(argument)
		a.unlessIs(0)
		a.answer(refused)
		a.argument(argument)
		for _, v := range values {
			a.verdict(v, allowed)
		}
		a.answer(refused)
	}
}

// onlyThreads allows a clone that makes a thread of this process.
func onlyThreads(a *assembly) {
	a.argument(0)
	a.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, namespaces, 0, 1)
	a.answer(refused)
	a.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, unix.CLONE_THREAD, 1, 0)
	a.answer(refused)
	a.answer(allowed)
}

// rules makes the filter of a process.
func rules(n Needs) []unix.SockFilter {
	self := uint32(syscall.Getpid())
	var a assembly
	a.load(atArchitecture)
	a.unlessIs(architecture) // another one's numbers mean other calls
	a.answer(killed)
	a.load(atNumber)
	if maxNumber != 0 {
		a.add(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, maxNumber, 0, 1)
		a.answer(killed)
	}
	a.judged(unix.SYS_CLONE, onlyThreads)
	a.verdict(unix.SYS_CLONE3, unknown) // its flags are in memory, which no filter sees; C libraries then use clone
	a.judged(unix.SYS_TGKILL, onlyIf(0, self))
	a.judged(unix.SYS_KILL, onlyIf(0, self))
	a.judged(unix.SYS_PRCTL, onlyIf(0, setVMA, unix.PR_GET_NAME, unix.PR_SET_NAME))
	a.judged(unix.SYS_PRLIMIT64, onlyIf(2, 0)) // asking, not setting
	if !n.Network {
		a.verdict(unix.SYS_SOCKET, refused)
		a.verdict(unix.SYS_SOCKETPAIR, refused)
	} else {
		a.judged(unix.SYS_SOCKET, onlyIf(0, unix.AF_INET, unix.AF_INET6))
	}
	if n.Files || n.Network {
		for _, number := range never {
			a.verdict(number, refused)
		}
		a.answer(allowed)
		return a
	}
	a.judged(unix.SYS_FCNTL, onlyIf(1, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_DUPFD_CLOEXEC))
	for _, number := range ours {
		a.verdict(number, allowed)
	}
	a.answer(refused)
	return a
}
