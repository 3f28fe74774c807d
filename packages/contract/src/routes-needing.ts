/** The part of a contract whose routes declare a certain access. */
import type { ContractProcedure } from '@orpc/contract'
import type { Needs, RouteMeta } from './route.ts'

type AccessOf<Route> =
  Route extends ContractProcedure<infer _I, infer _O, infer _E, infer Meta>
    ? Meta extends RouteMeta<infer Needed>
      ? Needed
      : never
    : never

/** A route stays when its access is one of `Needed`; a group stays and loses its other routes. */
export type RoutesNeeding<Tree, Needed extends Needs> = {
  [Name in keyof Tree as IsKept<Tree[Name], Needed> extends true ? Name : never]: [AccessOf<Tree[Name]>] extends [never]
    ? RoutesNeeding<Tree[Name], Needed>
    : Tree[Name]
}

type IsKept<Node, Needed extends Needs> = [AccessOf<Node>] extends [never]
  ? true
  : AccessOf<Node> extends Needed
    ? true
    : false
