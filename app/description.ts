import type { FastifyInstance } from 'fastify'
import { failureOf, whoOf } from '#kit/server/dispatch.ts'
import { openApiText } from '#kit/server/openapi.ts'
import { tokenOf } from '#kit/server/wire.ts'
import type { House } from './house.ts'

/** GET /api/openapi.json: every call of the house, for signed-in people. */
export function serveDescription(app: FastifyInstance, { db, context, rooms }: House): void {
  const calls = rooms.flatMap((room) => room.served.map((served) => served.call))
  const text = openApiText(calls, context.version)
  app.get('/api/openapi.json', async (request, reply) => {
    try {
      await whoOf(db, tokenOf(request.headers))
      return await reply.type('application/json').send(text())
    } catch (error) {
      const failure = failureOf(db, error, request.id)
      return reply.send({ code: failure.error.code, message: failure.error.message, data: null })
    }
  })
}
