package seal

import "golang.org/x/sys/unix"

const (
	architecture = unix.AUDIT_ARCH_X86_64
	maxNumber    = 0x40000000 // from here on they are those of x32
)

var oursHere = []uint32{unix.SYS_EPOLL_WAIT, unix.SYS_TIME, unix.SYS_ARCH_PRCTL}

var neverHere = []uint32{
	unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_INOTIFY_INIT, unix.SYS_MKNOD, unix.SYS_CHOWN, unix.SYS_LCHOWN,
	unix.SYS_KEXEC_FILE_LOAD, unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT,
}
