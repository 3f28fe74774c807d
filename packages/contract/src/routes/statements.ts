import { statementDocumentSchema } from '@kept/domain/statement-document.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

export const statements = {
  document: route({
    method: 'GET',
    path: '/v1/savings/statements/{id}/document',
    summary: 'Get a statement as a document',
    description:
      'The signed statement with names instead of ids: steps from measured to billed, and each action. The signed text itself is at `/v1/savings/statements/{id}`.',
    tag: 'Savings',
    needs: 'savings:read',
    input: z.object({ id: z.uuid() }),
    output: answer(statementDocumentSchema),
  }),
}
