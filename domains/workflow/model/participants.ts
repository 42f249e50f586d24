/**
 * The tokens of a list of participants or names: split at commas that stand neither in brackets nor in quotes, so that
 * `${max(a, b)},role:1` has two. Blank ones are left out. Workflow §3.3.
 */
export function tokens(text: string): string[] {
  const found = ['']
  let depth = 0
  let quote = ''
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (depth > 0 && (character === '"' || character === "'")) quote = character
    else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
    if (character === ',' && depth === 0 && quote === '') found.push('')
    else found.push((found.pop() ?? '') + character)
  }
  return found.map((token) => token.trim()).filter((token) => token !== '')
}

/** Whether a token is an expression: `${…}`, `#{…}` or `#name`. Workflow §3.3. */
export function isExpression(token: string): boolean {
  return /^(\$\{.*\}|#.+)$/s.test(token)
}
