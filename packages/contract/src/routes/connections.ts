import { connectionSchema, newConnectionSchema } from '@kept/domain/connection.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Connections'

export const connections = {
  list: route({
    method: 'GET',
    path: '/v1/connections',
    summary: 'List connections',
    description: 'Connections to object storage and clouds. Credentials are never returned.',
    tag,
    needs: 'costs:import',
    input: z.object({}),
    output: answer(z.array(connectionSchema)),
  }),
  create: route({
    method: 'POST',
    path: '/v1/connections',
    summary: 'Create a connection',
    description: 'Connects object storage or a cloud. Credentials are encrypted and never returned.',
    tag,
    needs: 'connections:write',
    input: newConnectionSchema,
    output: answer(connectionSchema),
  }),
  delete: route({
    method: 'DELETE',
    path: '/v1/connections/{id}',
    summary: 'Delete a connection',
    description:
      'Deletes the connection and its credentials. Imported bills and metrics are kept; `inventory` says whether resources that only this connection listed are kept.',
    tag,
    needs: 'connections:write',
    input: z.object({ id: z.uuid(), inventory: z.enum(['keep', 'remove']).default('keep') }),
    output: answer(z.object({ deleted: z.boolean() })),
  }),
}
