import { readJson } from './json.ts'
import { ModelError, problem } from './problem.ts'
import { type Problem, type Process, TYPE_PREFIX } from './types.ts'
import { validate } from './validate.ts'
import { readXml } from './xml.ts'

/**
 * Reads a definition from text of either form, json first. Throws ModelError: IMPORT_FAILED with both reasons and
 * positions when it is neither, otherwise what keeps it from being drawn. `problems` hinder nothing but deployment.
 * Workflow §2.1.
 */
export function parseProcess(
  text: string,
  prefix = TYPE_PREFIX,
): { process: Process; from: 'json' | 'xml'; problems: Problem[] } {
  const json = attempt(() => readJson(text, prefix), 'JSON_SYNTAX')
  if (!(json instanceof ModelError)) return { process: json, from: 'json', problems: validate(json) }
  const xml = attempt(() => readXml(text, prefix), 'XML_SYNTAX')
  if (!(xml instanceof ModelError)) return { process: xml, from: 'xml', problems: validate(xml) }
  throw new ModelError([problem('IMPORT_FAILED'), ...json.problems, ...xml.problems])
}

/** The result, or the error with the one code that lets the other form be tried. */
function attempt(read: () => Process, code: string): Process | ModelError {
  try {
    return read()
  } catch (error) {
    if (error instanceof ModelError && error.code === code) return error
    throw error
  }
}
