import jsep from 'jsep'
import { FORBIDDEN_KEYS } from './names.ts'
import { isRecord } from './plain.ts'
import { EXPRESSION_TEXTS as TEXTS } from './texts.ts'

/** Expressions of definitions: parsed by jsep, run by this closed interpreter. Workflow §5.1. */

export type Values = Readonly<Record<string, unknown>>

export interface Expression {
  /** the value for these variables; throws ExpressionError */
  evaluate(variables: Values): unknown
  /** variables it asks for, each once */
  readonly names: readonly string[]
}

/** An expression that cannot be read or has no value; the message is for people. */
export class ExpressionError extends Error {
  override name = 'ExpressionError'
}

const LONGEST = 2_000
const LARGEST = 500
const DEEPEST = 50
const CACHED = 1_000

// jsep is one object for the whole page, and nothing else here uses it.
jsep.removeAllBinaryOps()
jsep.removeAllUnaryOps()
jsep.removeAllLiterals()
for (const [precedence, operators] of [
  ['||', 'or'],
  ['&&', 'and'],
  ['==', '!=', 'eq', 'ne'],
  ['<', '<=', '>', '>=', 'lt', 'le', 'gt', 'ge', 'in'],
  ['+', '-'],
  ['*', '/', '%', 'div', 'mod'],
].entries()) {
  for (const operator of operators) jsep.addBinaryOp(operator, precedence + 1)
}
for (const operator of ['!', 'not', '-', '+', 'empty']) jsep.addUnaryOp(operator)
for (const [name, value] of [
  ['true', true],
  ['false', false],
  ['null', null],
] as const) {
  jsep.addLiteral(name, value)
}
// `#name` is a name; the sign is taken off when the tree is read.
jsep.addIdentifierChar('#')

const SAME_OPERATORS = new Map([
  ['or', '||'],
  ['and', '&&'],
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
  ['div', '/'],
  ['mod', '%'],
  ['not', '!'],
])

type Run = (variables: Values) => unknown

/** What is being compiled: the size so far, and the commas its lists explain. */
interface Reading {
  nodes: number
  commas: number
  names: Set<string>
}

const cache = new Map<string, Expression>()

/** The expression a text stands for; throws ExpressionError. Compiled ones are kept by their text. Workflow §5.1. */
export function compile(text: string): Expression {
  const known = cache.get(text)
  if (known) return known
  const expression = read(text)
  if (cache.size >= CACHED) {
    const [oldest = ''] = cache.keys()
    cache.delete(oldest)
  }
  cache.set(text, expression)
  return expression
}

/** A compiled condition: throws ExpressionError unless the value is true, false, 'true' or 'false'. Workflow §5.1. */
export function condition(text: string): (variables: Values) => boolean {
  const { evaluate } = compile(text)
  return (variables) => toBoolean(evaluate(variables))
}

/** The variables an expression asks for, each once; throws ExpressionError. */
export function names(text: string): readonly string[] {
  return compile(text).names
}

function read(text: string): Expression {
  if (text.length > LONGEST) throw new ExpressionError(TEXTS.tooLong)
  const inner = /^[$#]\{(.*)\}$/s.exec(text.trim())?.[1] ?? text
  if (inner.trim() === '') throw new ExpressionError(TEXTS.empty)
  const bare = inner.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs, "''")
  // Looked at before parsing, because the parser calls itself for each bracket and sign.
  if (bracketDepth(bare) > DEEPEST) throw new ExpressionError(TEXTS.tooDeep)
  const reading: Reading = { nodes: 0, commas: 0, names: new Set() }
  const run = compileNode(parse(inner, text.indexOf(inner)), reading, 1)
  // The parser passes over semicolons and commas too many, and takes blanks for commas.
  if (bare.includes(';') || bare.split(',').length - 1 !== reading.commas) {
    throw new ExpressionError(TEXTS.construct)
  }
  return { evaluate: run, names: [...reading.names] }
}

function bracketDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if ('([?'.includes(character)) deepest = Math.max(deepest, ++depth)
    else if (')]:'.includes(character)) depth--
  }
  return deepest
}

/** `offset`: where the text begins in what people wrote. */
function parse(text: string, offset: number): jsep.Expression {
  try {
    return jsep(text)
  } catch (cause) {
    const index = isRecord(cause) && typeof cause.index === 'number' ? cause.index : 0
    throw new ExpressionError(TEXTS.syntax(offset + Math.min(index + 1, text.length)))
  }
}

/** Checks a node of the tree and makes a function of it; what is not named here does not exist. */
function compileNode(node: unknown, reading: Reading, depth: number): Run {
  if (!isRecord(node)) throw new ExpressionError(TEXTS.construct)
  if (++reading.nodes > LARGEST) throw new ExpressionError(TEXTS.tooLarge)
  if (depth > DEEPEST) throw new ExpressionError(TEXTS.tooDeep)
  const child = (of: unknown) => compileNode(of, reading, depth + 1)
  switch (node.type) {
    case 'Literal': {
      const { value } = node
      if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) break
      if (typeof value === 'number') finite(value)
      return () => value
    }
    case 'Identifier': {
      const name = readName(node.name)
      reading.names.add(name)
      return (variables) => {
        if (!Object.hasOwn(variables, name)) throw new ExpressionError(TEXTS.missing(name))
        return variables[name] ?? null
      }
    }
    case 'MemberExpression': {
      if (node.optional) break
      const object = child(node.object)
      if (node.computed) {
        const key = child(node.property)
        if (isRecord(node.property) && node.property.type === 'Literal') readKey(node.property.value)
        return (variables) => property(object(variables), key(variables))
      }
      const name = readName(isRecord(node.property) ? node.property.name : '')
      return (variables) => property(object(variables), name)
    }
    case 'ArrayExpression': {
      const items = compileList(node.elements, reading, depth)
      return (variables) => items.map((item) => item(variables))
    }
    case 'CallExpression': {
      if (node.optional || !isRecord(node.callee) || node.callee.type !== 'Identifier') break
      const name = String(node.callee.name)
      const call = FUNCTIONS.get(name)
      if (!call) throw new ExpressionError(TEXTS.noFunction(name))
      const given = compileList(node.arguments, reading, depth)
      if (given.length < call.least || given.length > call.most) {
        throw new ExpressionError(TEXTS.arguments(name))
      }
      return (variables) => call.run(given.map((argument) => argument(variables)))
    }
    case 'UnaryExpression':
      return unary(operatorOf(node), child(node.argument))
    case 'BinaryExpression': {
      // A row of equal signs grows to the left; that is no nesting.
      const left = compileNode(
        node.left,
        reading,
        isRecord(node.left) && node.left.type === node.type ? depth : depth + 1,
      )
      return binary(operatorOf(node), left, child(node.right))
    }
    case 'ConditionalExpression': {
      const [test, yes, no] = [child(node.test), child(node.consequent), child(node.alternate)]
      return (variables) => (toBoolean(test(variables)) ? yes(variables) : no(variables))
    }
  }
  throw new ExpressionError(TEXTS.construct)
}

function compileList(list: unknown, reading: Reading, depth: number): Run[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  reading.commas += Math.max(0, items.length - 1)
  return items.map((item) => compileNode(item, reading, depth + 1))
}

function readName(raw: unknown): string {
  const name = String(raw).replace(/^#/, '')
  if (FORBIDDEN_KEYS.has(name)) throw new ExpressionError(TEXTS.forbidden(name))
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) throw new ExpressionError(TEXTS.badName(name))
  return name
}

function operatorOf(node: Readonly<Record<string, unknown>>): string {
  const operator = String(node.operator)
  return SAME_OPERATORS.get(operator) ?? operator
}

function unary(operator: string, argument: Run): Run {
  switch (operator) {
    case '!':
      return (variables) => !toBoolean(argument(variables))
    case '-':
      return (variables) => -toNumber(argument(variables))
    case '+':
      return (variables) => toNumber(argument(variables))
    case 'empty':
      return (variables) => isEmpty(argument(variables))
  }
  throw new ExpressionError(TEXTS.construct)
}

function binary(operator: string, left: Run, right: Run): Run {
  switch (operator) {
    case '||':
      return (variables) => toBoolean(left(variables)) || toBoolean(right(variables))
    case '&&':
      return (variables) => toBoolean(left(variables)) && toBoolean(right(variables))
  }
  const apply = OPERATIONS.get(operator)
  if (!apply) throw new ExpressionError(TEXTS.construct)
  return (variables) => apply(left(variables), right(variables))
}

const OPERATIONS: ReadonlyMap<string, (a: unknown, b: unknown) => unknown> = new Map(
  Object.entries({
    '==': equals,
    '!=': (a: unknown, b: unknown) => !equals(a, b),
    '<': (a: unknown, b: unknown) => order(a, b) < 0,
    '<=': (a: unknown, b: unknown) => order(a, b) <= 0,
    '>': (a: unknown, b: unknown) => order(a, b) > 0,
    '>=': (a: unknown, b: unknown) => order(a, b) >= 0,
    in: (a: unknown, b: unknown) => toList(b).some((item) => equals(a, item)),
    '+': add,
    '-': (a: unknown, b: unknown) => finite(toNumber(a) - toNumber(b)),
    '*': (a: unknown, b: unknown) => finite(toNumber(a) * toNumber(b)),
    '/': (a: unknown, b: unknown) => finite(toNumber(a) / toNumber(b)),
    '%': (a: unknown, b: unknown) => finite(toNumber(a) % toNumber(b)),
  }),
)

interface Callable {
  least: number
  most: number
  run(given: readonly unknown[]): unknown
}

const FUNCTIONS: ReadonlyMap<string, Callable> = new Map(
  Object.entries<Callable>({
    size: { least: 1, most: 1, run: ([value]) => sizeOf(value) },
    contains: {
      least: 2,
      most: 2,
      run: ([whole, part]) =>
        typeof whole === 'string'
          ? whole.includes(toText(part))
          : toList(whole).some((item) => equals(item, part)),
    },
    startsWith: { least: 2, most: 2, run: ([whole, part]) => toText(whole).startsWith(toText(part)) },
    number: { least: 1, most: 1, run: ([value]) => toNumber(value) },
    string: { least: 1, most: 1, run: ([value]) => toText(value) },
    abs: { least: 1, most: 1, run: ([value]) => Math.abs(toNumber(value)) },
    min: { least: 1, most: LARGEST, run: (given) => finite(Math.min(...numbers(given))) },
    max: { least: 1, most: LARGEST, run: (given) => finite(Math.max(...numbers(given))) },
  }),
)

function property(object: unknown, key: unknown): unknown {
  const name = readKey(key)
  if ((isRecord(object) || Array.isArray(object)) && Object.hasOwn(object, name)) {
    const value: unknown = Reflect.get(object, name)
    return value ?? null
  }
  throw new ExpressionError(TEXTS.noProperty(name))
}

function readKey(key: unknown): string {
  if (typeof key !== 'number' && typeof key !== 'string') throw new ExpressionError(TEXTS.badKey)
  const name = String(key)
  if (FORBIDDEN_KEYS.has(name)) throw new ExpressionError(TEXTS.forbidden(name))
  return name
}

/** A number, or the number a text is; undefined for anything else. */
function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  // No number is written longer, and the pattern would try a long text from every digit.
  if (typeof value !== 'string' || value.length > 400) return undefined
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return undefined
  return Number(value)
}

function toNumber(value: unknown): number {
  const number = asNumber(value)
  if (number === undefined) throw new ExpressionError(TEXTS.notNumber)
  return finite(number)
}

function finite(number: number): number {
  if (!Number.isFinite(number)) throw new ExpressionError(TEXTS.notFinite)
  return number
}

function numbers(given: readonly unknown[]): number[] {
  return given.flat().map(toNumber)
}

function toBoolean(value: unknown): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new ExpressionError(TEXTS.notBoolean)
}

function toText(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'object') throw new ExpressionError(TEXTS.construct)
  return String(value)
}

function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ExpressionError(TEXTS.notList)
  return value
}

function equals(a: unknown, b: unknown): boolean {
  if (typeof a === 'boolean' && typeof b === 'string') return String(a) === b
  if (typeof a === 'string' && typeof b === 'boolean') return a === String(b)
  if (typeof a === 'number' || typeof b === 'number') {
    const number = asNumber(a)
    return number !== undefined && number === asNumber(b)
  }
  return (a ?? null) === (b ?? null)
}

function order(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  const [left, right] = [asNumber(a), asNumber(b)]
  if (left === undefined || right === undefined) throw new ExpressionError(TEXTS.notComparable)
  return left - right
}

function add(a: unknown, b: unknown): unknown {
  const [left, right] = [asNumber(a), asNumber(b)]
  const bothTexts = typeof a === 'string' && typeof b === 'string'
  if (left !== undefined && right !== undefined && !bothTexts) return finite(left + right)
  if (typeof a === 'string' || typeof b === 'string') return toText(a) + toText(b)
  throw new ExpressionError(TEXTS.notNumber)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && sizeOf(value) === 0)
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (!isRecord(value)) throw new ExpressionError(TEXTS.notList)
  return Object.keys(value).length
}
