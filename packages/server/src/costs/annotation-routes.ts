/** Notes on days of the costs. */
import { addCostAnnotation, deleteCostAnnotation, listCostAnnotations } from '@kept/store/views/cost-annotations.ts'
import { routes } from '../platform/implement.ts'

export const annotationRoutes = {
  annotations: routes.costs.annotations.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await listCostAnnotations(services.state.database, scope, {
      ...{ from: input.start_date, to: input.end_date, reader: me.user.id },
    }),
  })),
  annotate: routes.costs.annotate.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await addCostAnnotation(services.state.database, scope, {
      ...input,
      author: { id: me.user.id, name: me.user.full_name || me.user.email },
      now: services.now(),
    }),
  })),
  deleteAnnotation: routes.costs.deleteAnnotation.handler(async ({ context: { services, scope, me }, input }) => {
    await deleteCostAnnotation(services.state.database, scope, { id: input.id, author: me.user.id })
    return { data: {} }
  }),
}
