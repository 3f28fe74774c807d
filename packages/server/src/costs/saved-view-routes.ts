/** Saved views of the Cost Explorer. */
import { changeView, deleteView, listSavedViews, saveView } from '@kept/store/views/saved-views.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'

export const savedViewRoutes = {
  views: routes.costs.views.handler(async ({ context: { services, scope, me } }) => ({
    data: await listSavedViews(services.state.database, scope, me.user.id),
  })),
  saveView: routes.costs.saveView.handler(async ({ context, input }) => ({
    data: await saveView(context.services.state.database, context.scope, { ...input, ...writerOf(context) }),
  })),
  changeView: routes.costs.changeView.handler(async ({ context, input: { id, ...input } }) => ({
    data: await changeView(context.services.state.database, context.scope, id, { ...input, ...writerOf(context) }),
  })),
  deleteView: routes.costs.deleteView.handler(async ({ context: { services, scope, me }, input }) => {
    await deleteView(services.state.database, scope, input.id, me.user.id)
    return { data: {} }
  }),
}

function writerOf({ services, me: { user } }: SignedInContext) {
  return { owner: { id: user.id, name: user.full_name || user.email }, now: services.now() }
}
