/** The calculator's markup: correct without script for its initial spend, interactive with it. */
import { type Html, html } from '../html.ts'
import { keptBar } from '../layout/mark.ts'
import { dollars, estimate, rates, spendRange } from './arithmetic.ts'

export function calculator({ heading }: { heading: 'h2' | 'h3' }): Html {
  const { min, max, step, start } = spendRange
  const { spend, savings, fee, net, yearly } = estimate(start)
  const title =
    heading === 'h2'
      ? html`<h2 id="calculator-title">How much would you keep?</h2>`
      : html`<h3 id="calculator-title">How much would you keep?</h3>`
  return html`<form class="calculator" method="get" action="/pricing" data-calculator aria-labelledby="calculator-title">
${title}
<div class="calc-spend"><label for="spend">Your cloud spend a month</label>
<span class="calc-typed"><span aria-hidden="true">$</span><input id="spend-typed" type="number" inputmode="numeric" min="${min}" max="${max}" step="${step}" value="${start}" aria-label="Your cloud spend a month, in dollars, typed" data-typed></span></div>
<input id="spend" name="spend" type="range" min="${min}" max="${max}" step="${step}" value="${start}" aria-valuetext="${dollars(spend)} a month" aria-describedby="calculator-result" data-spend>
<div class="calc-ends" aria-hidden="true"><span>${dollars(BigInt(min) * 100n)}</span><span>${dollars(BigInt(max) * 100n)}</span></div>
<dl class="calc-lines">
<div><dt>Estimated savings <small>${rates.estimatePercent}% of spend</small></dt><dd data-out="savings">${dollars(savings)}</dd></div>
<div><dt>Our commission <small>${rates.feePercent}% of savings</small></dt><dd data-out="fee">${dollars(fee)}</dd></div>
<div class="calc-net"><dt>You keep per month</dt><dd data-out="net">${dollars(net)}</dd></div>
<div><dt>You keep per year <small>12 months</small></dt><dd data-out="yearly">${dollars(yearly)}</dd></div>
</dl>
${keptBar({ estimate: true })}
<p class="calc-words" id="calculator-result" role="status" data-words>Of ${dollars(savings)} estimated, you keep ${dollars(net)} and pay ${dollars(fee)}.</p>
<p class="hint">This is an estimate: ${rates.estimatePercent}% is our <a href="/docs/claims">stated target</a>, not a promise. You pay only for savings your bill shows.</p>
<p class="calc-more"><a href="/auth/signup?next=%2Fintegrations">Use your own bill</a><button type="button" class="link" hidden data-share>Copy link</button></p>
</form>`
}
