//go:build amd64 || arm64

package seal

import (
	"errors"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Process seals this process, for good, in all its threads. It takes away as much as the kernel lets it and reports
// that; a kernel without one of the two is no error.
func Process(n Needs) Report {
	var r Report
	// Privileges that can still be gained are a way around both; the kernel asks for this first.
	if err := onAllThreads(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0); err != nil {
		r.lacks("Landlock", err)
	} else if version, err := landlock(n); err != nil {
		r.lacks("Landlock", err)
	} else {
		r.Landlock = version
	}
	if err := filter(rules(n)); err != nil {
		r.lacks("seccomp", err)
	} else {
		r.Seccomp = true
	}
	return r
}

// Available says what Process would take away, and takes nothing.
func Available() Report {
	var r Report
	if err := onAllThreads(unix.SYS_GETPID, 0, 0, 0); err != nil {
		r.lacks("Landlock", err)
	} else if version, err := landlockVersion(); err != nil {
		r.lacks("Landlock", err)
	} else {
		r.Landlock = version
	}
	action := uint32(unix.SECCOMP_RET_KILL_PROCESS)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if errno != 0 {
		r.lacks("seccomp", errno)
	} else {
		r.Seccomp = true
	}
	return r
}

// onAllThreads makes a call of the system in every thread of the process. The rights of a thread are its own and those
// of the threads that it starts.
func onAllThreads(call, a, b, c uintptr) error {
	_, _, errno := syscall.AllThreadsSyscall(call, a, b, c)
	switch errno {
	case 0:
		return nil
	case syscall.ENOTSUP:
		return errors.New("the program was built with cgo, build it with CGO_ENABLED=0")
	}
	return errno
}

// Accesses by the version of Landlock that came to know them.
const (
	filesFrom1 = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // EXECUTE up to MAKE_SYM

	reading = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	writing = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_REFER
	// ofFiles may be allowed for a file; the others are of folders.
	ofFiles = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

func landlockVersion() (int, error) {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, errno
	}
	return int(version), nil
}

// handled is everything that a version of Landlock can forbid. Signals are left to seccomp: each thread is a domain of
// its own here, and some kernels with the scope of signals refuse those between the threads of a process.
func handled(version int, n Needs) unix.LandlockRulesetAttr {
	a := unix.LandlockRulesetAttr{Access_fs: filesFrom1}
	if version >= 2 {
		a.Access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		a.Access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 4 {
		a.Access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP
		if !n.Network {
			a.Access_net |= unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		}
	}
	if version >= 5 {
		a.Access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if version >= 6 {
		a.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	return a
}

// landlock forbids every file that the needs do not name, and ports. It gives the version that is in force.
func landlock(n Needs) (int, error) {
	version, err := landlockVersion()
	if err != nil {
		return 0, err
	}
	attr := handled(version, n)
	size := unsafe.Sizeof(attr)
	switch { // older kernels refuse fields that they do not know, unless they are 0
	case version < 4:
		size = unsafe.Offsetof(attr.Access_net)
	case version < 6:
		size = unsafe.Offsetof(attr.Scoped)
	}
	set, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return 0, errno
	}
	defer unix.Close(int(set))
	for _, path := range n.Read {
		if err := allow(int(set), path, reading&attr.Access_fs); err != nil {
			return 0, err
		}
	}
	for _, path := range n.Write {
		if err := allow(int(set), path, (reading|writing)&attr.Access_fs); err != nil {
			return 0, err
		}
	}
	if err := onAllThreads(unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0, 0); err != nil {
		return 0, err
	}
	return version, nil
}

// allow adds a rule for a file, or for a folder with all that is in it. A file that cannot be opened needs none.
func allow(set int, path string, access uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= ofFiles
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(set), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 && errno != unix.EBADFD { // pipes and the like belong to no folder, and are not subject to rules
		return errno
	}
	return nil
}

// filter has the kernel ask a program about every call of the system that any thread of this process makes.
func filter(program []unix.SockFilter) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&p)))
	if errno != 0 {
		return errno
	}
	if thread != 0 {
		return errors.New("a thread has a filter of its own")
	}
	return nil
}
