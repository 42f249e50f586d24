import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { AppError, TOO_MANY } from '#kit/shared/errors.ts'
import { NOTIFY_PATH } from './gateway.server.ts'
import { receive } from './notify.server.ts'
import { findProvider } from './providers.server.ts'

const BODY_MOST = 64 * 1024
/** Of one address: a provider tells of hundreds a second at most, and everybody may knock here. */
const PER_SECOND = 300

const params = z.object({ provider: z.string().max(20) })

/** Where providers tell of payments and refunds: no token, their signature alone; no envelope. Orders §3.5. */
export function notifyRoutes(app: FastifyInstance, db: Db): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MOST }, (_request, body, done) =>
      done(null, body),
    )
    for (const [end, kind] of [
      ['', 'pay'],
      ['/refund', 'refund'],
    ] as const)
      scope.route({
        method: 'POST',
        url: `${NOTIFY_PATH}/:provider${end}`,
        bodyLimit: BODY_MOST,
        config: {
          rateLimit: {
            max: PER_SECOND,
            timeWindow: 1000,
            errorResponseBuilder: () => new AppError(429, TOO_MANY),
          },
        },
        async handler(request, reply) {
          const provider = findProvider(db, params.safeParse(request.params).data?.provider ?? '')
          if (provider === undefined) return reply.status(404).send()
          const raw = typeof request.body === 'string' ? request.body : ''
          const told = { headers: request.headers, raw }
          const taken = await receive(db, provider, kind, told)
          const { status, type, body } = provider.answer(taken, told)
          return reply.status(status).type(type).send(body)
        },
      })
  })
}
