import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Owner {
  uid: number
  gid: number
}

/**
 * Whom PostgreSQL runs as: undefined means as ourselves. It refuses root, so started by root it gets the owner of
 * an existing cluster or else an unprivileged user that the system already has; none is created (architecture §6).
 */
export function clusterOwner(pgDir: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const present = statSync(pgDir, { throwIfNoEntry: false })
  if (present !== undefined && present.uid !== 0) return { uid: present.uid, gid: present.gid }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.uid > 0 && user.gid > 0)
  const user =
    users.find((one) => one.name === 'postgres') ?? users.find((one) => one.name === 'nobody') ?? users[0]
  if (user === undefined) throw new Error('数据库不能以 root 运行，而系统中没有其他用户，请改用普通用户启动')
  return { uid: user.uid, gid: user.gid }
}

/** Throws, naming the directory, when the owner cannot get to a path because a directory above it is closed. */
export function assertReachable(path: string, owner: Owner): void {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const { mode, uid, gid } = statSync(dir)
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) {
      throw new Error(
        `数据库以用户 ${owner.uid} 运行，但无法进入目录 ${dir}（${path} 的上级）。` +
          '请对该目录执行 chmod o+x，或将程序与 TS_DATA_DIR 放到其他用户可进入的位置，或以普通用户启动',
      )
    }
    if (dir === dirname(dir)) return
  }
}
