import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Postmaster {
  pid: number
  port: number
  /** Empty when the server listens on a loopback port only. */
  socketDir: string
  ready: boolean
}

/** What `postmaster.pid` tells about the server of a cluster; undefined when there is none or it is incomplete. */
export async function readPostmaster(pgDir: string): Promise<Postmaster | undefined> {
  let text: string
  try {
    text = await readFile(join(pgDir, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory key, status.
  const [pid, , , port, socketDir, , , status] = text.split('\n')
  if (!Number(pid)) return undefined
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir ?? '',
    ready: status?.trim() === 'ready',
  }
}
