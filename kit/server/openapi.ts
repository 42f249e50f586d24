import type { Call } from '#kit/shared/call.ts'
import type { JsonSchema } from '#kit/shared/field.ts'
import { isOpenPath, OPEN_SCOPES } from '#kit/shared/open.ts'

/** Everything a call takes, as JSON Schema properties by where it travels. */
function inputSchemas(call: Call): { path: string[]; rest: [string, JsonSchema, boolean][] } {
  const path = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const rest: [string, JsonSchema, boolean][] = []
  for (const [name, field] of Object.entries(call.shape))
    if (!path.includes(name) && !field.readOnly) rest.push([name, field.json, field.required === true])
  return { path, rest }
}

/** What an upload sends: one file or several, under any name. */
const FILES: JsonSchema = {
  type: 'object',
  properties: { multipart: { type: 'array', items: { type: 'string', format: 'binary' } } },
}

/** Who may ask a call, in words. */
function askedBy({ open, customer, permission }: Call): string {
  if (open !== undefined) {
    const scope = OPEN_SCOPES.find(({ value }) => value === open)?.label
    const needed = scope === undefined ? '任何应用' : `应用权限：${scope}`
    return customer === true ? `${needed}；须带客户会话 X-Customer` : needed
  }
  if (permission === 'public') return '无需登录'
  return permission === 'login' ? '登录即可' : `权限：${permission}`
}

/** The group of a call: of those of applications their scope. */
function tagOf({ open, path }: Call): string {
  if (!isOpenPath(path)) return path.split('/')[2] ?? 'common'
  return OPEN_SCOPES.find(({ value }) => value === open)?.label ?? '通用'
}

function securityOf({ open, customer, permission }: Call): JsonSchema[] {
  if (open !== undefined) return [{ app: [], ...(customer === true ? { customer: [] } : {}) }]
  return permission === 'public' ? [] : [{ token: [] }]
}

const SCHEMES: JsonSchema = {
  token: { type: 'apiKey', in: 'header', name: 'X-Token' },
  app: { type: 'http', scheme: 'bearer', description: '应用的访问令牌' },
  customer: { type: 'apiKey', in: 'header', name: 'X-Customer', description: '客户会话' },
}

function operationOf(call: Call): JsonSchema {
  const { path, rest } = inputSchemas(call)
  const parameters = [
    ...path.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: call.shape[name]?.json ?? { type: 'string' },
    })),
    // Beside files the input of an upload stands in the address.
    ...(call.method === 'GET' || call.multipart
      ? rest.map(([name, schema, required]) => ({ name, in: 'query', required, schema }))
      : []),
  ]
  const body = call.multipart
    ? FILES
    : {
        type: 'object',
        properties: Object.fromEntries(rest.map(([name, schema]) => [name, schema])),
        required: rest.filter(([, , required]) => required).map(([name]) => name),
      }
  const contentType = call.multipart ? 'multipart/form-data' : 'application/json'
  const envelope = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { type: 'integer', examples: [200] },
      message: { type: 'string', examples: ['操作成功'] },
      data: call.answer.json,
    },
  }
  return {
    summary: call.title,
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[/:.-]+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`,
    tags: [tagOf(call)],
    description: askedBy(call),
    security: securityOf(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.method === 'POST' && (rest.length > 0 || call.multipart)
      ? { requestBody: { content: { [contentType]: { schema: body } } } }
      : {}),
    responses: {
      200: {
        description:
          'code 200 成功；401 未登录；403 无权限；404 数据不存在；409 状态或版本冲突；422 输入有误；429 过于频繁；500 内部错误',
        content:
          call.answer.kind === 'binary'
            ? { 'application/octet-stream': { schema: call.answer.json } }
            : { 'application/json': { schema: envelope } },
      },
    },
  }
}

/** The OpenAPI 3.1 description of declared calls; `about` is told before them, in Markdown. Frame §3. */
export function openApi(
  calls: readonly Call[],
  version: string,
  { title = '通商', about = '' }: { title?: string; about?: string } = {},
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const call of calls) {
    const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, ...(about === '' ? {} : { description: about }) },
    paths,
    components: { securitySchemes: SCHEMES },
  }
}

/**
 * The same as the bytes that are sent: made when they are first asked for, and kept outside the heap, for they are megabytes
 * that hardly any installation reads.
 */
export function openApiText(...given: Parameters<typeof openApi>): () => Buffer {
  let text: Buffer | undefined
  return () => {
    text ??= Buffer.from(JSON.stringify(openApi(...given)))
    return text
  }
}
