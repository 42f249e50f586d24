// Form templates, the frame that shows code, and files in the browser. Platform §5.5, §7.3, §16 (P16-34).
import type { Page } from '@playwright/test'
import { signIn } from './support/api.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { accessible, looksRight, WIDTHS } from './support/page.ts'
import { ask, unique } from './support/people.ts'
import { agree, choose, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

const SHOWN = 'iframe[title=预览内容]'

interface Code {
  html?: string
  css?: string
  js?: string
  scripts?: string[]
  links?: string[]
}

/** Sends code to the preview in a window this page has opened. */
const send = (page: Page, code: Code) =>
  page.evaluate((data) => {
    const preview: Window = Reflect.get(window, 'preview')
    preview.postMessage(
      { type: 'refreshFrame', data: { generateConf: { type: 'file' }, ...data } },
      location.origin,
    )
  }, code)

async function openPreview(page: Page): Promise<Page> {
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void Reflect.set(window, 'preview', window.open('/preview'))),
  ])
  await expect(preview.getByText('等待预览内容')).toBeVisible()
  return preview
}

test('P16-34 what is previewed comes from its maker alone and reaches nothing', async ({ browse }) => {
  const page = await browse(await signIn(left('full')), '/operation/formConfig')
  const preview = await openPreview(page)
  // What the policy of the frame stops never comes here.
  const gone: string[] = []
  await preview.route(/^https?:/, (route) => {
    const url = route.request().url()
    // What the window itself asks its own server for is nothing of the code it shows.
    const isOwn = new URL(url).origin === new URL(left('full')).origin
    if (isOwn && route.request().frame() === preview.mainFrame()) return route.continue()
    gone.push(url)
    return route.abort()
  })

  // From another origin: a page of a stranger that frames nothing and is no maker.
  await preview.evaluate(() => {
    const stranger = document.createElement('iframe')
    stranger.sandbox.add('allow-scripts')
    stranger.srcdoc = 'x'
    document.body.append(stranger)
  })
  const message = { type: 'refreshFrame', data: { generateConf: { type: 'file' }, html: '来自陌生人' } }
  await preview
    .frames()
    .at(-1)
    ?.evaluate((data) => parent.postMessage(data, '*'), message)
  await preview.evaluate((data) => window.postMessage(data, location.origin), message)
  await expect(preview.getByText('等待预览内容')).toBeVisible()

  const token = (await preview.context().cookies()).find(({ name }) => name === 'tsToken')?.value
  await send(page, {
    html: '<h1>页面</h1><p id="out">原样</p><img src="https://pictures.example/a.png">',
    css: 'h1 { color: rgb(1, 2, 3) }',
    js: `const out = document.querySelector('#out')
      out.textContent = '已运行'
      const tried = []
      for (const reach of [() => parent.document.cookie, () => document.cookie, () => localStorage.length, () => top.location.href])
        try { reach(); tried.push('够到') } catch { tried.push('拒绝') }
      fetch('/api/admin/getLoginPic').then(() => tried.push('够到'), () => tried.push('拒绝')).then(() => {
        out.textContent = tried.join(' ')
        parent.document.cookie = 'tsToken=stolen'
      })`,
    scripts: ['https://scripts.example/a.js'],
    links: ['javascript:alert(1)', 'https://styles.example/a.css'],
  })
  const inside = preview.frameLocator(SHOWN)
  await expect(inside.locator('#out')).toHaveText('拒绝 拒绝 拒绝 拒绝 拒绝')
  await expect(inside.getByRole('heading', { name: '页面' })).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(preview.locator(SHOWN)).toHaveAttribute('sandbox', 'allow-scripts')
  for (const address of [
    'https://scripts.example/a.js',
    'https://styles.example/a.css',
    'javascript:alert(1)',
    'https://pictures.example/a.png',
  ])
    await expect(preview.getByText(`已拦截外部资源 ${address}`)).toBeVisible()
  await expect(preview.getByText(/脚本错误：.*Blocked a frame/)).toBeVisible()
  const after = (await preview.context().cookies()).find(({ name }) => name === 'tsToken')?.value
  expect(after).toBe(token)
  expect(gone).toEqual([])
})

test('only the document of /preview lets written code run', async () => {
  const policy = async (path: string) =>
    (await fetch(left('full') + path)).headers.get('content-security-policy') ?? ''
  expect(await policy('/preview')).toContain("script-src 'self' 'unsafe-inline'")
  for (const path of ['/', '/login', '/preview/', '/operation/formConfig'])
    expect(await policy(path)).toContain("script-src 'self';")
})

test('the latest message is shown at once; too much is not shown', async ({ browse }) => {
  const page = await browse(await signIn(left('full')), '/operation/formConfig')
  const preview = await openPreview(page)
  for (const text of ['一', '二', '三'])
    await send(page, { html: `<p>${text}</p>`, js: 'throw new Error("坏了")' })
  await expect(preview.frameLocator(SHOWN).getByText('三')).toBeVisible()
  await expect(preview.getByText(/脚本错误：.*坏了/)).toBeVisible()
  // From the message to the page in the frame.
  await preview.evaluate(() => {
    addEventListener('message', ({ data }) => {
      if (data?.type === 'refreshFrame') Reflect.set(window, 'sent', performance.now())
      if (data?.type === 'previewError')
        Reflect.set(window, 'took', performance.now() - Reflect.get(window, 'sent'))
    })
  })
  // What else the machine does just then is no matter of the page: one of several tells.
  let fastest = Number.POSITIVE_INFINITY
  for (let n = 1; n <= 5 && fastest >= 200; n++) {
    await send(page, { html: '<p>四</p>', js: `throw new Error("到了${n}")` })
    await expect(preview.getByText(`到了${n}`)).toBeVisible()
    fastest = Math.min(fastest, Number(await preview.evaluate(() => Reflect.get(window, 'took'))))
  }
  expect(fastest).toBeLessThan(200)
  await send(page, { html: 'x'.repeat(500 * 1024) })
  await expect(preview.getByText('预览内容超过500KB')).toBeVisible()
  await send(page, { links: Array.from({ length: 11 }, (_, n) => `/a${n}.css`) })
  await expect(preview.getByText('外部脚本、样式各不能超过10个')).toBeVisible()
  await expect(preview.frameLocator(SHOWN).getByText('四')).toBeVisible()
})

test('a form is made field by field, shown, and changed as JSON', async ({ browse }) => {
  const name = unique('报名')
  const page = await browse(await signIn(left('full')), '/operation/formConfig')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const box = dialog(page, '新增表单模板')
  await box.getByLabel('表单名称').fill(name)
  await box.getByRole('button', { name: '新增字段' }).click()
  await box.getByLabel('标签').fill('手机')
  await box.getByLabel('字段名').fill('phone')
  await box.getByLabel('校验').click()
  const rules = page.locator('.ant-select-dropdown').filter({ visible: true })
  for (const rule of ['必填', '手机号']) await rules.getByTitle(rule, { exact: true }).click()
  await box.getByText('逐个输入后按回车').click()
  await box.getByRole('button', { name: '预览' }).click()
  const shown = page.frameLocator('iframe[title=表单预览]').frameLocator(SHOWN)
  await shown.getByPlaceholder('请输入手机').fill('12345')
  await shown.getByRole('button', { name: '提交' }).click()
  await expect(shown.getByText('请填写正确的手机号')).toBeVisible()
  await shown.getByPlaceholder('请输入手机').fill('13800000000')
  await shown.getByRole('button', { name: '提交' }).click()
  await expect(shown.getByText('"phone": "13800000000"')).toBeVisible()
  await dialog(page, '预览').getByRole('button', { name: '关闭' }).click()
  await box.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')

  await search(page, name)
  await press(page, row(page, name), '编辑')
  const edit = dialog(page, '编辑表单模板')
  await edit.getByText('JSON', { exact: true }).click()
  const code = edit.locator('textarea.k-code')
  await expect(code).toContainText('"phone"')
  await code.fill('[{"label":"颜色","name":"colour","type":"radio","rule":[],"options":[]}]')
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit.getByText('请输入选项')).toBeVisible()
  await code.fill('[{"label":"颜色","name":"colour","type":"radio","rule":[],"options":["红","蓝"]}]')
  await edit.getByRole('button', { name: '保存' }).click()
  await told(page, '编辑成功')
})

test('a setting is taken back to what it was', async ({ browse }) => {
  const admin = await signIn(left('full'))
  const page = await browse(admin, '/operation/setting?formId=202')
  const days = page.getByLabel('任务日志天数')
  const before = await days.inputValue()
  await days.fill('77')
  await page.getByRole('button', { name: '保存' }).click()
  await told(page, '编辑成功')
  // Said a moment before the form is as it was saved; until then it asks whether to leave.
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled()
  await page.getByRole('button', { name: '变更历史' }).click()
  const box = dialog(page, '变更历史')
  const line = row(box, '任务日志天数').first()
  await expect(line).toContainText(`${before}77`)
  await accessible(page)
  await line.getByRole('button', { name: '恢复此值' }).click()
  await agree(page, '确定将“任务日志天数”恢复为变更前的值吗？')
  await expect(days).toHaveValue(before)
})

test('an article leads to a product, and stands at an address', async ({ browse }) => {
  const title = unique('指南')
  const product = await saveProduct(await openShop(), { submit: 1 })
  await ask('POST', '/admin/product/examine/save', { id: product.id, auditStatus: 1, opinion: '' })
  await ask('GET', `/admin/store/product/putOnShell/${product.id}`)
  const cid = await ask('POST', '/admin/category/save', { type: 3, pid: 0, name: unique('帮助') })
  await ask('POST', '/admin/article/save', {
    cid: cid.id,
    title,
    author: '小通',
    imageInput: '/files/a.png',
    synopsis: '怎样下单',
    content: '<p>先选商品</p>',
  })
  await ask('POST', '/admin/system/config/saveuniq', { key: 'site_url', value: 'https://shop.example.cn' })
  const page = await browse(await signIn(left('full')), '/content/articleManager')
  await search(page, title)
  await press(page, row(page, title), '关联商品')
  const box = dialog(page, '关联商品')
  await box.getByLabel('关联商品').click()
  const picker = dialog(page, '商品列表')
  await row(picker, product.name).getByRole('radio').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await box.getByRole('button', { name: '保存' }).click()
  await told(page, '编辑成功')
  await press(page, row(page, title), '复制链接')
  await told(page, '复制成功')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^https:\/\/shop\.example\.cn\/article\/\d+$/,
  )
  await press(page, row(page, title), '预览')
  await expect(dialog(page, '预览').getByRole('heading', { name: title })).toBeVisible()
})

/** A PDF of one line per page, as small as the format allows. */
function pdfOf(texts: readonly string[]): Blob {
  const kids = texts.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (const text of texts) {
    const drawing = `BT /F1 48 Tf 100 600 Td (${text}) Tj ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length + 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    )
  }
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return new Blob([`%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`])
}

for (const viewport of WIDTHS)
  test(`a PDF of this server is shown, turned and saved at ${viewport.width}`, async ({ browse }) => {
    const admin = await signIn(left('full'))
    const form = new FormData()
    form.append('multipart', pdfOf(['one', 'two']), '说明书.pdf')
    const { attId } = await ask<{ attId: number }>('POST', '/admin/upload/attachment', form)
    const page = await browse(admin, `/pdf?url=${attId}`, { viewport })
    const drawn = page.locator('.pdf-sheet iframe')
    await expect(drawn).toHaveAttribute('src', /^blob:.*page=1&view=FitH$/)
    await page.getByRole('button', { name: '下一页' }).click()
    await choose(page, page.getByLabel('缩放'), '150%')
    await expect(drawn).toHaveAttribute('src', /page=2&zoom=150$/)
    await page.getByRole('button', { name: '旋转' }).click()
    await expect(drawn).toHaveCSS('rotate', '90deg')
    await looksRight(page)
    await accessible(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载' }).click()
    expect((await saving).suggestedFilename()).toBe('说明书.pdf')
    await page.goto('/pdf?url=https%3A%2F%2Fevil.example%2Fa.pdf')
    await expect(front(page).getByText('不支持的文件地址')).toBeVisible()
  })
