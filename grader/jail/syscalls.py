"""Numbers of the system calls that the jail refuses or looks into: name=x86-64/aarch64."""

from grader.jail.layer import Missing

# Answered by "operation not permitted".
DENIED = """
  Other processes: start, signal, trace, read or write them.
    fork=57/- vfork=58/- execve=59/221 execveat=322/281 kill=62/129 tkill=200/130
    rt_sigqueueinfo=129/138 rt_tgsigqueueinfo=297/240 pidfd_open=434/434
    pidfd_send_signal=424/424 pidfd_getfd=438/438 ptrace=101/117 kcmp=312/272
    process_vm_readv=310/270 process_vm_writev=311/271 process_madvise=440/440
    process_mrelease=448/448 setsid=112/157 setpgid=109/154 setpriority=141/140
    ioprio_set=251/30 move_pages=279/239 migrate_pages=256/238
  The network, and sockets that other processes may see.
    socket=41/198 bind=49/200 connect=42/203 listen=50/201 accept=43/202 accept4=288/242
    sendmsg=46/211 sendmmsg=307/269 recvmsg=47/212 recvmmsg=299/243
  Memory that is shared or outlives the process.
    memfd_create=319/279 memfd_secret=447/447 shmget=29/194 shmat=30/196 shmctl=31/195
    shmdt=67/197 semget=64/190 semop=65/193 semctl=66/191 semtimedop=220/192 msgget=68/186
    msgsnd=69/189 msgrcv=70/188 msgctl=71/187 mq_open=240/180 mq_unlink=241/181
    mq_timedsend=242/182 mq_timedreceive=243/183 mq_notify=244/184 mq_getsetattr=245/185
  Files: make, remove, rename, resize.
    creat=85/- truncate=76/45 ftruncate=77/46 fallocate=285/47 unlink=87/- unlinkat=263/35
    rename=82/- renameat=264/38 renameat2=316/276 link=86/- linkat=265/37 symlink=88/-
    symlinkat=266/36 mkdir=83/- mkdirat=258/34 rmdir=84/- mknod=133/- mknodat=259/33 sync=162/81
    syncfs=306/267 flock=73/32 copy_file_range=326/285
  Files: owner, mode, times, attributes; Landlock does not cover them.
    chmod=90/- fchmod=91/52 fchmodat=268/53 chown=92/- lchown=94/- fchown=93/55 fchownat=260/54
    utime=132/- utimes=235/- futimesat=261/- utimensat=280/88 setxattr=188/5 lsetxattr=189/6
    fsetxattr=190/7 removexattr=197/14 lremovexattr=198/15 fremovexattr=199/16 getxattr=191/8
    lgetxattr=192/9 fgetxattr=193/10 listxattr=194/11 llistxattr=195/12 flistxattr=196/13
  Files: find them past their path, watch them, move their bytes inside the kernel.
    name_to_handle_at=303/264 open_by_handle_at=304/265 inotify_init=253/- inotify_init1=294/26
    inotify_add_watch=254/27 fanotify_init=300/262 fanotify_mark=301/263 splice=275/76
    tee=276/77 vmsplice=278/75 sendfile=40/71
  Mounts and namespaces.
    chroot=161/51 pivot_root=155/41 mount=165/40 umount2=166/39 mount_setattr=442/442
    move_mount=429/429 open_tree=428/428 fsopen=430/430 fsconfig=431/431 fsmount=432/432
    fspick=433/433 unshare=272/97 setns=308/268 quotactl=179/60 quotactl_fd=443/443
    swapon=167/224 swapoff=168/225
  Who this process is.
    setuid=105/146 setgid=106/144 setreuid=113/145 setregid=114/143 setresuid=117/147
    setresgid=119/149 setgroups=116/159 setfsuid=122/151 setfsgid=123/152 capset=126/91
    personality=135/92 seccomp=317/277 landlock_create_ruleset=444/444 landlock_add_rule=445/445
    landlock_restrict_self=446/446
  The machine.
    reboot=169/142 kexec_load=246/104 kexec_file_load=320/294 init_module=175/105
    finit_module=313/273 delete_module=176/106 acct=163/89 syslog=103/116 sethostname=170/161
    setdomainname=171/162 settimeofday=164/170 clock_settime=227/112 adjtimex=159/171
    clock_adjtime=305/266 iopl=172/- ioperm=173/- modify_ldt=154/- vhangup=153/58 uselib=134/-
    lookup_dcookie=212/18 nfsservctl=180/42
  Parts of the kernel with a history of faults.
    bpf=321/280 perf_event_open=298/241 userfaultfd=323/282 keyctl=250/219 add_key=248/217
    request_key=249/218 io_setup=206/0 io_submit=209/2 io_destroy=207/1 io_cancel=210/3
    io_getevents=208/4 io_pgetevents=333/292 set_mempolicy=238/237 mbind=237/235
    set_mempolicy_home_node=450/450 remap_file_pages=216/234
"""

# Answered by "no such system call": their arguments lie in memory, where a filter cannot look, and
# the C library knows how to do without.
ABSENT = """
    clone3=435/435 openat2=437/437 io_uring_setup=425/425 io_uring_enter=426/426
    io_uring_register=427/427
"""

# Allowed for some arguments, see seccomp.py.
CHECKED = """
    open=2/- openat=257/56 clone=56/220 ioctl=16/29 fcntl=72/25 prctl=157/167 tgkill=234/131
    prlimit64=302/261 sched_setaffinity=203/122 sched_setscheduler=144/119
    sched_setparam=142/118 sched_setattr=314/274 socketpair=53/199
"""

UNKNOWN_FROM = 451  # newer than these tables: no such call. 451 is cachestat, of Linux 6.5
_COLUMNS = {"x86_64": 0, "aarch64": 1}


def numbers(table: str, machine: str) -> dict[str, int]:
    """Return the numbers in one of the tables above: kill gives 62 on x86_64, 129 on aarch64."""
    if machine not in _COLUMNS:
        raise Missing(f"no table of system calls for {machine}")
    found: dict[str, int] = {}
    for word in table.split():
        name, is_entry, pair = word.partition("=")
        number = pair.split("/")[_COLUMNS[machine]] if is_entry else "-"
        if number != "-":
            found[name] = int(number)
    return found
