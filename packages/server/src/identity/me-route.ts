import { routes } from '../platform/implement.ts'

export const session = {
  me: routes.session.me.handler(({ context }) => ({ data: context.me })),
}
