import { routes } from '../../platform/implement.ts'
import { loadStatement } from './load-statement.ts'

export const statements = {
  document: routes.statements.document.handler(async ({ context: { services, scope }, input: { id } }) => ({
    data: (await loadStatement(services.state.database, scope, id)).document,
  })),
}
