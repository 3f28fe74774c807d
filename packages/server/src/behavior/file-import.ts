/** `POST /v1/developer-behavior/events/import?name=sessions.csv`: the body is a file of usage events, plain or gzip. */
import { createReadStream } from 'node:fs'
import { inflate } from '@kept/connectors/telemetry/inflate.ts'
import { defaultLimits } from '@kept/connectors/telemetry/limits.ts'
import type { RawRoutes } from '../platform/app.ts'
import { fileBody, leaveBodiesUnread } from '../platform/file-body.ts'
import { admit } from '../platform/guard.ts'
import { withReceivedFile } from '../platform/receive-file.ts'
import { takeIn } from './ingest-events.ts'

export const activityImport: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    leaveBodiesUnread(scope)
    scope.post<{ Querystring: { name?: string } }>(
      '/v1/developer-behavior/events/import',
      { config: { needs: 'behavior:write', maxBody: 'stream' } },
      async (request, reply) => {
        const { services, scope: owner } = admit(await contextOf(request), 'behavior:write')
        const file = await fileBody(request)
        const name = (request.query.name || file.name).split(/[/\\]/).at(-1)?.slice(0, 200) || 'The file'
        const { folder, config } = services
        const data = await withReceivedFile(
          file.body,
          { folder: folder.uploads, limit: config.uploadLimitBytes },
          async (path) => takeIn(services, owner, name, textOf(path, name)),
        )
        return reply.send({ data })
      },
    )
  })
}

async function* textOf(path: string, name: string): AsyncGenerator<string> {
  const bytes = createReadStream(path, { highWaterMark: 1024 * 1024 })
  const decoder = new TextDecoder('utf-8')
  try {
    for await (const chunk of inflate(bytes, name, defaultLimits)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } finally {
    bytes.destroy()
  }
}
