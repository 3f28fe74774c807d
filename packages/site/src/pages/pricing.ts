import { html } from '../html.ts'
import { keptBar } from '../layout/mark.ts'
import type { Page } from '../page.ts'
import { ending, stated } from '../parts.ts'
import { dollars, estimate } from '../pricing/arithmetic.ts'
import { calculator } from '../pricing/calculator.ts'
import { questionData, questionList } from './questions.ts'

export const included: readonly { name: string; words: string }[] = [
  {
    name: 'Every cloud and every user',
    words: 'AWS, Azure, Google Cloud, Oracle, Kubernetes, anything in FOCUS. No seats.',
  },
  {
    name: 'Reconciliation with the invoice',
    words:
      'Each total is checked against the bill file, and against the provider’s invoice detail where the bill contains it.',
  },
  { name: 'Cost explorer', words: 'Group and filter by anything on the bill; every question is a link and a CSV.' },
  { name: 'Resource inventory', words: 'What you run, what it costs, how much of it is used.' },
  {
    name: 'Savings findings',
    words: 'Rules with thresholds, sources, evidence, and the reason when they find nothing.',
  },
  { name: 'Verified savings ledger', words: 'A hash chain of entries, and statements you can recompute offline.' },
  {
    name: 'Infinite loop detection',
    words: 'Ten kinds, from traces, metrics and logs, with cost an hour and likely cause.',
  },
  { name: 'Developer behavior analysis', words: 'Idle and zombie environments, and schedules with a backtest.' },
  { name: 'Anomalies with drivers', words: 'One incident per cause, split into price and volume.' },
  { name: 'Forecasts with an honest range', words: 'Bands from the errors the method really made on your data.' },
  { name: 'Budgets and alerts', words: 'On what was spent and what is forecast; told once, to whom it concerns.' },
  {
    name: 'Reports and exports',
    words: 'CSV and JSON with every digit of every amount; Excel and PDF for lists of people.',
  },
  { name: 'Roles, keys and audit', words: 'Second factors, passkeys, scoped API keys, an audit trail.' },
  { name: 'API and command line', words: 'Described in OpenAPI 3.1, with scoped keys and a typed client.' },
  { name: 'Self-hosting', words: 'The same code on your machine, with embedded or your own databases.' },
]

const examples = [1000, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000]

export function pricing(): Page {
  return {
    path: '/pricing',
    title: 'Pricing: 25 % of verified savings, or nothing',
    description:
      'A flat 25 % commission on verified monthly savings; you keep 75 %, and pay nothing if nothing is saved. Work out what you would keep, and what is included.',
    structured: [questionData()],
    body: html`
<section class="hero"><div class="frame split"><div class="words">
<h1>Pay a quarter of what is proved. Otherwise nothing.</h1>
<p class="lead">A flat 25 % commission on verified monthly savings. You keep 75 %. No seat, no minimum, no long-term contract.</p>
<div class="actions"><a class="button" href="/auth/signup">Get Started</a><a class="button ghost" href="/contact">Contact</a></div>
<p class="soft">Rather not estimate? <a href="/auth/signup?next=%2Fintegrations">Compute it from your own bill</a>: drop a file, and have findings in about a minute. Or without an account, on your own machine:</p>
<pre tabindex="0"><code>npx kept analyse bill.csv.gz</code></pre>
</div>${calculator({ heading: 'h2' })}</div></section>

<section class="band" aria-labelledby="how"><div class="frame">
<div class="band-head"><h2 id="how">How it works</h2></div>
<div class="thirds">
<div><span class="number" aria-hidden="true">1</span><h3>Analyze</h3><p>Kept reads your bill, read-only, and lists what leaks: what it costs, how sure we are, what to do. This part is free, and stays free.</p></div>
<div><span class="number" aria-hidden="true">2</span><h3>Optimise</h3><p>You decide what is done. The baseline of each action is frozen before it counts: 28 days of what the resource really used.</p></div>
<div><span class="number" aria-hidden="true">3</span><h3>Pay on savings</h3><p>When your provider has closed the invoice, savings are verified against it. The commission is 25 % of them, rounded once, to the cent.</p></div>
</div></div></section>

<section class="band" aria-labelledby="arithmetic"><div class="frame split"><div class="words">
<h2 id="arithmetic">The arithmetic, in the open</h2>
<p class="lead">Losses are netted against savings, and carried into the next month if more was lost than saved. What is modelled is billed at its lower bound. What comes back within 14 days is taken off again.</p>
<p><a href="/docs/savings-method">How savings are verified</a></p></div>
<div>${keptBar({ estimate: false })}<table class="waterfall"><caption class="unseen">An example: $30,000 of verified savings</caption><tbody><tr><th scope="row">Verified savings of the month</th><td class="figure">$30,000</td></tr><tr><th scope="row">Commission, 25 %</th><td class="figure">$7,500</td></tr><tr class="total"><th scope="row">You keep</th><td class="figure">$22,500</td></tr></tbody></table>
<p class="hint">The average client saves $42,000 a month, pays $10,500 and keeps $31,500 (${stated()}).</p></div></div></section>

<section class="band" aria-labelledby="included"><div class="frame">
<div class="band-head"><h2 id="included">Everything is included</h2><p class="lead">There is one plan. All ${included.length} of these are in it.</p></div>
<ul class="ticks">${included.map(({ name, words }) => html`<li><b>${name}</b><span>${words}</span></li>`)}</ul></div></section>

<section class="band" aria-labelledby="table"><div class="frame">
<div class="band-head"><h2 id="table">Estimates by spend</h2><p class="lead">The calculator as a table, in dollars a month: 35 % of spend (${stated()}), a quarter of it, the rest, and the rest twelve times.</p></div>
<div class="wide" tabindex="0"><table><thead><tr><th scope="col" class="figure">Spend</th><th scope="col" class="figure">Estimated savings</th><th scope="col" class="figure">Commission</th><th scope="col" class="figure">You keep</th><th scope="col" class="figure">A year</th></tr></thead><tbody>${examples.map(
      (spend) =>
        html`<tr>${Object.values(estimate(spend)).map((cents) => html`<td class="figure">${dollars(cents)}</td>`)}</tr>`,
    )}</tbody></table></div></div></section>

<section class="band" aria-labelledby="questions"><div class="frame split text-first"><div class="words"><h2 id="questions">Questions</h2><p class="soft">Yours is not among them? <a href="/contact">Ask it.</a></p></div>${questionList()}</div></section>
${ending('Start with a bill.', 'Findings are free. You pay when your invoice shows the savings.')}`,
  }
}
