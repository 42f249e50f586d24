import type { FieldError } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import type { formField } from './formTemp.entity.ts'

export type FormField = RowOf<typeof formField>

/** Types whose value is one of, or several of, the options. */
const CHOOSING: readonly string[] = ['radio', 'checkbox', 'select']

/** What no single field can tell: names given twice, choices without options. Paths lie below `content`. */
export function contentErrors(content: readonly FormField[]): FieldError[] {
  return content.flatMap(({ name, type, options }, index) => {
    const at = `content.${index}`
    const twice = content.findIndex((one) => one.name === name) < index
    const empty = CHOOSING.includes(type ?? '') && options.length === 0
    return [
      ...(twice ? [{ field: `${at}.name`, message: `字段名${name}重复` }] : []),
      ...(empty ? [{ field: `${at}.options`, message: '请输入选项' }] : []),
    ]
  })
}

/** The fields of `before` that `after` no longer has. */
export function lostFields(before: readonly FormField[], after: readonly FormField[]): FormField[] {
  return before.filter((one) => !after.some(({ name }) => name === one.name))
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const safe = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

const marked = (type: string, field: FormField): string =>
  field.options
    .map(
      (option) =>
        `<label class="option"><input type="${type}" name="${safe(field.name)}" value="${safe(option)}">${safe(option)}</label>`,
    )
    .join('')

const typed = (type: string, { label, name }: FormField, more = ''): string =>
  `<input id="f-${safe(name)}" type="${type}" name="${safe(name)}" placeholder="请输入${safe(label)}"${more}>`

const INPUTS: Record<string, (field: FormField) => string> = {
  textarea: ({ label, name }) =>
    `<textarea id="f-${safe(name)}" name="${safe(name)}" rows="3" placeholder="请输入${safe(label)}"></textarea>`,
  number: (field) => typed('number', field, ' step="any"'),
  radio: (field) => marked('radio', field),
  checkbox: (field) => marked('checkbox', field),
  select: ({ label, name, options }) =>
    `<select id="f-${safe(name)}" name="${safe(name)}"><option value="">请选择${safe(label)}</option>${options
      .map((option) => `<option>${safe(option)}</option>`)
      .join('')}</select>`,
  switch: (field) =>
    `<label class="option"><input type="checkbox" name="${safe(field.name)}" value="1">开启</label>`,
  date: (field) => typed('date', field),
  time: (field) => typed('time', field),
}

function fieldHtml(field: FormField): string {
  const input = (INPUTS[field.type ?? ''] ?? ((one) => typed('text', one)))(field)
  const star = field.rule.includes('required') ? '<b>*</b>' : ''
  return `<fieldset data-name="${safe(field.name)}"><legend>${star}${safe(field.label)}</legend>${input}<p class="error"></p></fieldset>`
}

const CSS = `body{margin:0;padding:16px;font:14px/1.6 system-ui,sans-serif;color:#303133;background:#fff}
h1{margin:0 0 4px;font-size:18px}
.intro{margin:0 0 16px;color:#606266;white-space:pre-wrap}
fieldset{margin:0 0 12px;padding:0;border:0}
legend{padding:0 0 4px}
legend b{margin-right:4px;color:#c00;font-weight:400}
input:not([type=radio]):not([type=checkbox]),textarea,select{box-sizing:border-box;width:100%;padding:6px 10px;border:1px solid #c0c4cc;border-radius:4px;font:inherit}
.option{margin-right:16px}
.option input{margin-right:4px}
.error{min-height:0;margin:2px 0 0;color:#c00;font-size:12px}
button{padding:6px 20px;border:0;border-radius:4px;background:#1668dc;color:#fff;font:inherit;cursor:pointer}
pre{padding:8px;background:#f5f7fa;white-space:pre-wrap;overflow-wrap:anywhere}`

const JS = `const CHECKS = {
  mobile: [/^1[3-9]\\d{9}$/, '请填写正确的手机号'],
  email: [/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/, '邮箱格式不正确'],
  digits: [/^\\d+$/, '只能填写数字'],
  amount: [/^\\d+(\\.\\d{1,2})?$/, '金额格式不正确'],
}
function reasonOf(field, values) {
  const text = values.join('')
  if (text === '') return field.rule.includes('required') ? '请填写' + field.label : ''
  const rule = field.rule.find((one) => CHECKS[one] && !CHECKS[one][0].test(text))
  return rule ? CHECKS[rule][1] : ''
}
// A sandboxed frame submits no forms: the button alone does it.
document.querySelector('button').addEventListener('click', () => {
  const data = new FormData(document.querySelector('form'))
  const filled = {}
  let wrong = 0
  for (const field of FIELDS) {
    const values = data.getAll(field.name).map((one) => String(one).trim())
    const reason = reasonOf(field, values)
    document.querySelector('[data-name="' + field.name + '"] .error').textContent = reason
    if (reason !== '') wrong += 1
    filled[field.name] = field.type === 'checkbox' ? values : (values[0] ?? '')
  }
  document.querySelector('pre').hidden = wrong > 0
  document.querySelector('pre').textContent = JSON.stringify(filled, null, 2)
})`

/** What the preview shows of a form: its code, with nothing of ours in it and no text of the person unescaped. */
export interface FormCode {
  html: string
  css: string
  js: string
}

/** Makes the page of a form: inputs, their checks, and below them what was filled in. Platform §7.3. */
export function formCode(name: string, info: string, content: readonly FormField[]): FormCode {
  const fields = content.map(({ label, name, type, rule }) => ({ label, name, type, rule }))
  // A closing tag inside a text must not end the script it stands in.
  const data = JSON.stringify(fields).replaceAll('<', '\\u003c')
  const intro = info === '' ? '' : `<p class="intro">${safe(info)}</p>`
  return {
    html: `<h1>${safe(name)}</h1>${intro}<form novalidate>${content.map(fieldHtml).join('')}<button type="button">提交</button></form><pre hidden></pre>`,
    css: CSS,
    js: `const FIELDS = ${data}\n${JS}`,
  }
}
