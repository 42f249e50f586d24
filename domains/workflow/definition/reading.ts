import { createHash } from 'node:crypto'
import { writeJson } from '../model/json.ts'
import { parseProcess } from '../model/parse.ts'
import { stableJson } from '../model/plain.ts'
import { ModelError } from '../model/problem.ts'
import type { Known, Problem, Process } from '../model/types.ts'
import { calledProcesses, validate } from '../model/validate.ts'
import { writeXml } from '../model/xml.ts'

/** A definition as it is stored, in texts: a graph of thousands of nodes would take long to hand from a thread. */
export interface Written {
  name: string
  /** one line, without what a text column cannot hold */
  displayName: string
  /** canonical */
  json: string
  /** '' unless asked for */
  xml: string
  /** equal for equal canonical definitions */
  checksum: string
  /** names of the processes it calls */
  calls: string[]
}

/** A text read as a definition; null when it is none, the problems then say why. */
export interface Reading {
  written: Written | null
  problems: Problem[]
}

export interface ReadingQuestion {
  text: string
  /** what it is judged by; not judged without */
  known?: Known
  withXml?: boolean
  /** in place of its own name and display name */
  renamed?: { name: string; displayName: string }
}

/**
 * Reads json or xml into canonical form and judges it. Pure, and slow with large texts: `readText` runs it in a thread.
 * Workflow §2.1, §5.3.
 */
export function readDefinition({ text, known, withXml = false, renamed }: ReadingQuestion): Reading {
  try {
    const process = { ...parseProcess(text).process, ...renamed }
    const calls = calledProcesses(process)
    const deployed = new Map([...(known?.deployed ?? []), [process.name, calls] as const])
    const problems = known === undefined ? [] : validate(process, { ...known, deployed })
    return { written: written(process, calls, withXml), problems }
  } catch (error) {
    if (error instanceof ModelError) return { written: null, problems: [...error.problems] }
    throw error
  }
}

function written(process: Process, calls: readonly string[], withXml: boolean): Written {
  const json = writeJson(process)
  return {
    name: process.name,
    displayName: shownName(process),
    json,
    xml: withXml ? writeXml(process) : '',
    checksum: createHash('sha256').update(json).digest('hex'),
    calls: [...calls],
  }
}

/** The display name as it stands in lists: one line, without what a text column cannot hold. */
function shownName(process: Process): string {
  return process.displayName
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}

/** A canonical json text, indented for people. */
export function indented(json: string): string {
  return stableJson(JSON.parse(json), 2)
}
