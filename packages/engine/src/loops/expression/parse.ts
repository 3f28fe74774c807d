/**
 * The language of custom patterns: `avg(memory_usage, 10m) > 500 and sum(errors, 5m) / sum(requests, 5m) >= 0.9`.
 * Checked when it is written: what a comparison compares, what a window may be, which functions there are.
 */
import { type Token, tokens, wrong } from './tokens.ts'

export const aggregates = ['avg', 'sum', 'min', 'max', 'last', 'count', 'rate', 'growth'] as const
export type Aggregate = (typeof aggregates)[number]

export type Sum =
  | { kind: 'number'; value: number }
  | { kind: 'metric'; aggregate: Aggregate; name: string; minutes: number }
  | { kind: 'arithmetic'; operator: '+' | '-' | '*' | '/'; left: Sum; right: Sum }

export type Condition =
  | { kind: 'compare'; operator: '<' | '<=' | '>' | '>=' | '==' | '!='; left: Sum; right: Sum }
  | { kind: 'all' | 'any'; of: Condition[] }
  | { kind: 'not'; of: Condition }

type Node = Sum | Condition
const comparing = ['<', '<=', '>', '>=', '==', '!=']
const longestMinutes = 180
const deepest = 40

export function parseExpression(text: string): Condition {
  const parser = new Parser(text)
  const condition = parser.condition(0)
  parser.expectEnd()
  return condition
}

class Parser {
  readonly #text: string
  readonly #tokens: Token[]
  #next = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokens(text)
  }

  get #token(): Token {
    return this.#tokens[Math.min(this.#next, this.#tokens.length - 1)] as Token
  }

  #fail(why: string, at = this.#token.at): never {
    throw wrong(this.#text, at, why)
  }

  #take(text: string): boolean {
    if (this.#token.kind === 'end' || this.#token.text !== text) return false
    this.#next += 1
    return true
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail(`"${text}" is expected, not ${shown(this.#token)}`)
  }

  expectEnd(): void {
    if (this.#token.kind !== 'end') this.#fail(`"and", "or" or the end is expected, not ${shown(this.#token)}`)
  }

  condition(depth: number): Condition {
    const at = this.#token.at
    return this.#asCondition(this.#any(depth), at)
  }

  #asCondition(node: Node, at: number): Condition {
    if (isSum(node)) this.#fail('a figure alone is no condition; compare it, as in "> 10"', at)
    return node
  }

  #asSum(node: Node, at: number): Sum {
    if (!isSum(node)) this.#fail('a condition is no figure', at)
    return node
  }

  #any(depth: number): Node {
    if (depth > deepest) this.#fail(`more than ${deepest} brackets inside each other`)
    return this.#list('or', 'any', () => this.#list('and', 'all', () => this.#not(depth)))
  }

  #list(word: string, kind: 'all' | 'any', one: () => Node): Node {
    const at = this.#token.at
    const first = one()
    const rest: Condition[] = []
    while (this.#take(word)) {
      const nextAt = this.#token.at
      rest.push(this.#asCondition(one(), nextAt))
    }
    return rest.length === 0 ? first : { kind, of: [this.#asCondition(first, at), ...rest] }
  }

  #not(depth: number): Node {
    if (depth > deepest) this.#fail(`more than ${deepest} negations and brackets inside each other`)
    if (!this.#take('not')) return this.#comparison(depth)
    const at = this.#token.at
    return { kind: 'not', of: this.#asCondition(this.#not(depth + 1), at) }
  }

  #comparison(depth: number): Node {
    const at = this.#token.at
    const left = this.#sum(depth)
    const operator = this.#token.text
    if (this.#token.kind !== 'operator' || !comparing.includes(operator)) return left
    this.#next += 1
    const rightAt = this.#token.at
    const right = this.#asSum(this.#sum(depth), rightAt)
    if (comparing.includes(this.#token.text))
      this.#fail('only two figures are compared at a time; join comparisons with "and"')
    return { kind: 'compare', operator: operator as '<', left: this.#asSum(left, at), right }
  }

  #sum(depth: number): Node {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#atom(depth)))
  }

  #chain(operators: string[], one: () => Node): Node {
    const at = this.#token.at
    let left = one()
    while (this.#token.kind === 'operator' && operators.includes(this.#token.text)) {
      const operator = this.#token.text as '+'
      this.#next += 1
      const rightAt = this.#token.at
      left = { kind: 'arithmetic', operator, left: this.#asSum(left, at), right: this.#asSum(one(), rightAt) }
    }
    return left
  }

  #atom(depth: number): Node {
    const token = this.#token
    if (this.#take('(')) {
      const inner = this.#any(depth + 1)
      this.#expect(')')
      return inner
    }
    if (token.kind === 'number') {
      this.#next += 1
      return { kind: 'number', value: token.value }
    }
    if (this.#take('-')) {
      if (this.#token.kind !== 'number') this.#fail('only a number may follow this minus')
      const { value } = this.#token
      this.#next += 1
      return { kind: 'number', value: -value }
    }
    if (token.kind !== 'name' || ['and', 'or', 'not'].includes(token.text))
      this.#fail(`a metric or a number is expected, not ${shown(token)}`)
    this.#next += 1
    if (this.#token.text !== '(') return { kind: 'metric', aggregate: 'last', name: token.text, minutes: 5 }
    return this.#call(token)
  }

  #call(token: Token): Sum {
    const aggregate = aggregates.find((name) => name === token.text)
    if (!aggregate) this.#fail(`there is no function "${token.text}"; there are ${aggregates.join(', ')}`, token.at)
    this.#expect('(')
    const name = this.#token
    if (name.kind !== 'name') this.#fail(`the name of a metric is expected, not ${shown(name)}`)
    this.#next += 1
    let minutes = 5
    if (this.#take(',')) {
      const window = this.#token
      if (window.kind !== 'duration') this.#fail(`a window as 10m or 2h is expected, not ${shown(window)}`)
      if (window.value < 1 || window.value > longestMinutes) this.#fail(`a window lasts from 1m to ${longestMinutes}m`)
      minutes = Math.round(window.value)
      this.#next += 1
    }
    this.#expect(')')
    return { kind: 'metric', aggregate, name: name.text, minutes }
  }
}

function isSum(node: Node): node is Sum {
  return node.kind === 'number' || node.kind === 'metric' || node.kind === 'arithmetic'
}

function shown(token: Token): string {
  return token.kind === 'end' ? 'the end' : `"${token.text}"`
}
