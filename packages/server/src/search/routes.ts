import { rankFound } from '@kept/domain/search.ts'
import { routes } from '../platform/implement.ts'
import { lookEverywhere } from './look.ts'

export const search = {
  find: routes.search.find.handler(async ({ context: { services, scope, me }, input: { q: text, limit } }) => ({
    data: rankFound(await lookEverywhere(services, scope, me.permissions, { text, limit }), limit),
  })),
}
