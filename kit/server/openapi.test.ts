import { expect, test } from 'vitest'
import { rooms } from '#app/domains.ts'
import { openApi } from './openapi.ts'

interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties: object } }> }
}

const calls = rooms.flatMap((room) => room.served.map((served) => served.call))
const described: { paths?: Record<string, Record<string, Operation>> } = openApi(calls, 'test')

const operation = (method: string, path: string): Operation | undefined =>
  described.paths?.[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]

test('the input of an upload is described where it is read: in the query, files alone in the body', () => {
  const uploads = calls.filter((call) => call.multipart)
  expect(uploads.length).toBeGreaterThan(3)
  for (const call of uploads) {
    const { parameters = [], requestBody } = operation(call.method, call.path) ?? {}
    const inPath = new Set(call.path.match(/(?<=:)\w+/g))
    for (const [name, field] of Object.entries(call.shape)) {
      if (field.readOnly) continue
      const place = inPath.has(name) ? 'path' : 'query'
      expect(
        parameters.find((one) => one.name === name),
        `${call.path} ${name}`,
      ).toMatchObject({ in: place })
    }
    expect(Object.keys(requestBody?.content['multipart/form-data']?.schema.properties ?? {})).toEqual([
      'multipart',
    ])
  }
})

test('every other change is described by its body, every read by its query', () => {
  for (const call of calls.filter((one) => !one.multipart)) {
    const { parameters = [], requestBody } = operation(call.method, call.path) ?? {}
    const where = new Set(parameters.map((one) => one.in))
    expect(where.has('query') && call.method === 'POST', call.path).toBe(false)
    expect(requestBody !== undefined && call.method === 'GET', call.path).toBe(false)
  }
})
