import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Field positions in /proc/<pid>/stat counted after the command name, which may itself hold spaces and brackets.
const STATE = 0
const START_TIME = 19

/**
 * Whether a process runs. A zombie counts as gone: nobody may be there to reap an adopted process in a
 * container. Somebody else's process (EPERM) counts as running.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const state = procStat(pid)?.[STATE]
  return state !== 'Z' && state !== 'X'
}

/**
 * When a process started, as an opaque text to compare with an earlier answer; undefined where the system does
 * not tell. Process ids are reused, the pair of id and start time is not.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') return procStat(pid)?.[START_TIME]
  return psColumn(pid, 'lstart')
}

/** The program and arguments of a process, undefined where the system does not tell. */
export function processCommand(pid: number): string | undefined {
  if (process.platform !== 'linux') return psColumn(pid, 'command')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return undefined
  }
}

function procStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function psColumn(pid: number, column: string): string | undefined {
  if (process.platform === 'win32') return undefined
  try {
    return (
      execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    )
  } catch {
    return undefined
  }
}
