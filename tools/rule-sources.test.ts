/** The law of sources: what a savings rule reads is written by a connection, or it is stated why not. */
import { readFileSync } from 'node:fs'
import { allRules } from '@kept/engine/rules/all.ts'
import { describeRule } from '@kept/engine/rules/define-rule.ts'
import { unreadFacts } from '@kept/engine/rules/unread-facts.ts'
import { describe, expect, it } from 'vitest'
import {
  type Cloud,
  makeRuleSourcesGuide,
  missingFacts,
  ruleSourcesGuide,
  rulesWithReads,
  unlistedTypes,
} from './rule-sources.ts'

describe.each(rulesWithReads.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  it.each([...rule.providers] as Cloud[])('reads on %s what a connection brings, or says why none does', (cloud) => {
    const stated = unreadFacts.filter((unread) => unread.rule === id && unread.cloud === cloud)
    expect(missingFacts(rule, cloud).toSorted()).toEqual(stated.map(({ fact }) => fact).toSorted())
  })

  it('declares each attribute that its file reads', () => {
    const file = readFileSync(new URL(`../packages/engine/src/rules/${id}.ts`, import.meta.url), 'utf8')
    const read = [...file.matchAll(/\battributes\.([a-z_]+)/g)].map(([, attribute]) => attribute)
    expect(rule.reads?.attributes ?? []).toEqual(expect.arrayContaining(read))
  })
})

it('is declared by every rule that needs metrics or an inventory, and by no other', () => {
  const needing = allRules.filter(({ needs }) => needs.includes('resource_metric') || needs.includes('inventory'))
  expect(rulesWithReads.map(({ id }) => id)).toEqual(needing.map(({ id }) => id))
})

it('gives every rule at least one connection that feeds it', () => {
  for (const rule of rulesWithReads) {
    const fed = rule.providers.filter(
      (cloud) => !unreadFacts.some((unread) => unread.rule === rule.id && unread.cloud === cloud && unread.isDecisive),
    )
    expect(fed, rule.id).not.toEqual([])
  }
})

it('measures no type that no list brings', () => {
  expect(unlistedTypes()).toEqual([])
})

it('states reasons of rules and clouds that exist, in whole sentences, which the rule carries to the screen', () => {
  for (const { rule: id, cloud, reason } of unreadFacts) {
    const rule = allRules.find((candidate) => candidate.id === id)
    expect(rule?.providers, id).toContain(cloud)
    expect(reason).toMatch(/^[A-Z].*\.$/)
    expect(rule && describeRule(rule).unread.map((unread) => unread.reason)).toContain(reason)
  }
})

it(`writes ${ruleSourcesGuide}`, () => {
  expect(readFileSync(ruleSourcesGuide, 'utf8')).toBe(makeRuleSourcesGuide())
})
