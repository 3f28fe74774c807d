/**
 * The language of custom patterns: `avg(memory_usage, 10m) > 500 and sum(errors, 5m) / sum(requests, 5m) >= 0.9`.
 * Checked when it is written: what a comparison compares, what a window may be, which functions there are.
 */
import { syntaxError, type Token, tokens } from './tokens.ts'

const aggregates = ['avg', 'sum', 'min', 'max', 'last', 'count', 'rate', 'growth'] as const
export type Aggregate = (typeof aggregates)[number]

export type Sum =
  | { kind: 'number'; value: number }
  | { kind: 'metric'; aggregate: Aggregate; name: string; minutes: number }
  | { kind: 'arithmetic'; operator: '+' | '-' | '*' | '/'; left: Sum; right: Sum }

export type Condition =
  | { kind: 'compare'; operator: '<' | '<=' | '>' | '>=' | '==' | '!='; left: Sum; right: Sum }
  | { kind: 'all' | 'any'; conditions: Condition[] }
  | { kind: 'not'; condition: Condition }

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

  #fail(reason: string, position = this.#token.position): never {
    throw syntaxError(this.#text, position, reason)
  }

  #take(text: string): boolean {
    if (this.#token.kind === 'end' || this.#token.text !== text) return false
    this.#next += 1
    return true
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail(`"${text}" is expected, not ${describeToken(this.#token)}`)
  }

  expectEnd(): void {
    if (this.#token.kind !== 'end') this.#fail(`"and", "or" or the end is expected, not ${describeToken(this.#token)}`)
  }

  condition(depth: number): Condition {
    const position = this.#token.position
    return this.#asCondition(this.#any(depth), position)
  }

  #asCondition(node: Node, position: number): Condition {
    if (isSum(node)) this.#fail('a figure alone is no condition; compare it, as in "> 10"', position)
    return node
  }

  #asSum(node: Node, position: number): Sum {
    if (!isSum(node)) this.#fail('a condition is no figure', position)
    return node
  }

  #any(depth: number): Node {
    if (depth > deepest) this.#fail(`more than ${deepest} brackets inside each other`)
    return this.#list('or', 'any', () => this.#list('and', 'all', () => this.#not(depth)))
  }

  #list(keyword: string, kind: 'all' | 'any', parseNext: () => Node): Node {
    const position = this.#token.position
    const first = parseNext()
    const remaining: Condition[] = []
    while (this.#take(keyword)) {
      const nextAt = this.#token.position
      remaining.push(this.#asCondition(parseNext(), nextAt))
    }
    return remaining.length === 0 ? first : { kind, conditions: [this.#asCondition(first, position), ...remaining] }
  }

  #not(depth: number): Node {
    if (depth > deepest) this.#fail(`more than ${deepest} negations and brackets inside each other`)
    if (!this.#take('not')) return this.#comparison(depth)
    const position = this.#token.position
    return { kind: 'not', condition: this.#asCondition(this.#not(depth + 1), position) }
  }

  #comparison(depth: number): Node {
    const position = this.#token.position
    const left = this.#sum(depth)
    const operator = this.#token.text
    if (this.#token.kind !== 'operator' || !comparing.includes(operator)) return left
    this.#next += 1
    const rightAt = this.#token.position
    const right = this.#asSum(this.#sum(depth), rightAt)
    if (comparing.includes(this.#token.text))
      this.#fail('only two figures are compared at a time; join comparisons with "and"')
    return { kind: 'compare', operator: operator as '<', left: this.#asSum(left, position), right }
  }

  #sum(depth: number): Node {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#atom(depth)))
  }

  #chain(operators: string[], parseNext: () => Node): Node {
    const position = this.#token.position
    let left = parseNext()
    while (this.#token.kind === 'operator' && operators.includes(this.#token.text)) {
      const operator = this.#token.text as '+'
      this.#next += 1
      const rightAt = this.#token.position
      left = {
        kind: 'arithmetic',
        operator,
        left: this.#asSum(left, position),
        right: this.#asSum(parseNext(), rightAt),
      }
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
      this.#fail(`a metric or a number is expected, not ${describeToken(token)}`)
    this.#next += 1
    if (this.#token.text !== '(') return { kind: 'metric', aggregate: 'last', name: token.text, minutes: 5 }
    return this.#call(token)
  }

  #call(token: Token): Sum {
    const aggregate = aggregates.find((name) => name === token.text)
    if (!aggregate)
      this.#fail(`there is no function "${token.text}"; there are ${aggregates.join(', ')}`, token.position)
    this.#expect('(')
    const name = this.#token
    if (name.kind !== 'name') this.#fail(`the name of a metric is expected, not ${describeToken(name)}`)
    this.#next += 1
    let minutes = 5
    if (this.#take(',')) {
      const window = this.#token
      if (window.kind !== 'duration') this.#fail(`a window as 10m or 2h is expected, not ${describeToken(window)}`)
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

function describeToken(token: Token): string {
  return token.kind === 'end' ? 'the end' : `"${token.text}"`
}
