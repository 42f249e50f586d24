// How files come in: what the uploaders take and refuse, and the text editor. The ids are those of the list of behaviours.
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { looksRight } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import { give, picture, type Upload } from './support/pictures.ts'
import { dialog, expect, front, openMenu, press, remark, row, search, test, told } from './support/test.ts'

const MB = 1024 * 1024
const PICTURES = { 图片管理: ['上传', '删除'] }
const PRODUCT = { 商品列表: ['添加商品'], 添加商品: [] }
const ARTICLES = { 文章管理: ['新增', '编辑'], 文章资料: [] }
const NEW_PRODUCT = '/store/creatStore'
const NEW_ARTICLE = '/content/articleCreat'

const other = (name: string, mimeType: string, size = 10): Upload => ({
  name,
  mimeType,
  buffer: Buffer.alloc(size, 'x'),
})

/** Answers uploads in place of the server. */
async function answerUploads(page: Page, url = '/favicon.svg'): Promise<void> {
  await page.route('**/api/admin/upload/**', (route) =>
    route.fulfill({ json: { code: 200, message: 'ok', data: { url, fileName: 'a.png', extName: 'png' } } }),
  )
}

const shownPictures = (page: Page) => front(page).locator('.k-picture')

test('P-095: without the right to upload there is no button for it', async ({ browse }) => {
  const page = await browse(await person('无传', { ...PRODUCT, 图片管理: [] }), NEW_PRODUCT)
  await expect(front(page).locator('button[id$="-image"]')).toBeVisible()
  await expect(front(page).getByRole('button', { name: '上传' })).toHaveCount(0)
  await openMenu(page, '文件管理', '图片管理')
  await expect(front(page).getByLabel('搜索名称')).toBeVisible()
  await expect(front(page).getByRole('button', { name: '上传' })).toHaveCount(0)
})

test('P-096, P-097, P-098, M-024: which types a place takes, known by their type or their extension', async ({
  browse,
}) => {
  const one = await person('类全', { ...PICTURES, ...PRODUCT, 品牌管理: ['新增'], 品牌资料: [] })
  const page = await browse(one, NEW_PRODUCT)
  const cover = front(page).getByLabel('上传商品封面图', { exact: true })
  await expect(cover).toHaveAttribute('accept', '.png,.jpg,.jpeg')
  await cover.setInputFiles(other('a.gif', 'image/gif'))
  await told(page, '文件格式不正确, 请上传png/jpg/jpeg格式文件!')
  await openMenu(page, '文件管理', '图片管理')
  const library = front(page).getByLabel('上传素材').first()
  await expect(library).toHaveAttribute('accept', '.ico,.jpg,.jpeg,.gif,.png,.bmp,.mp4')
  await library.setInputFiles(other('a.pdf', 'application/pdf'))
  await told(page, '文件格式不正确, 请上传ico/jpg/jpeg/gif/png/bmp/mp4格式文件!')
  await answerUploads(page)
  for (const file of [other('图.PNG', ''), other('图', 'image/jpeg'), other('片.mp4', '')]) {
    await library.setInputFiles(file)
    await told(page, '上传成功')
  }
  await page.goto('/storerepo/brand/addBrand')
  const document = front(page).getByLabel('上传授权书', { exact: true })
  await expect(document).toHaveAttribute('accept', '.png,.jpg,.jpeg,.mp4,.pdf')
  await document.setInputFiles(other('a.docx', 'application/vnd.ms-word'))
  await told(page, '文件格式不正确, 请上传png/jpg/jpeg/mp4/pdf格式文件!')
  await document.setInputFiles(other('a.pdf', 'application/pdf'))
  await told(page, '上传成功')
})

test('P-099, P-100, P-110: the largest size is the configured one, asked for once, 20 MB unless it is known', async ({
  browse,
}, info) => {
  const one = await person('大全', { ...PICTURES, ...PRODUCT })
  const page = await browse(one, '/imageManagement/index')
  let asked = 0
  await page.route('**/api/admin/system/config/size*', (route) => {
    asked += 1
    return route.fulfill({
      json: {
        code: 200,
        message: 'ok',
        data: { image_max_size: 1, file_max_size: 50, image_ext_str: '', file_ext_str: '' },
      },
    })
  })
  await answerUploads(page)
  const library = front(page).getByLabel('上传素材').first()
  await library.setInputFiles(other('a.png', 'image/png', MB + 1))
  await told(page, '上传文件大小不能超过 1 MB!')
  await library.setInputFiles(other('a.png', 'image/png', MB))
  await told(page, '上传成功')
  await openMenu(page, '商品中心', '商品列表')
  await front(page)
    .getByRole('button', { name: /添加商品$/ })
    .first()
    .click()
  await front(page).getByLabel('上传商品封面图', { exact: true }).setInputFiles(other('a.png', 'image/png'))
  await told(page, '上传成功')
  expect(asked).toBe(1)

  await page.unroute('**/api/admin/system/config/size*')
  await page.route('**/api/admin/system/config/size*', (route) => route.abort())
  await page.goto('/imageManagement/index')
  const big = info.outputPath('a.png')
  await writeFile(big, Buffer.alloc(20 * MB + 1))
  await library.setInputFiles(big)
  await told(page, '上传文件大小不能超过 20 MB!')
})

test('P-103, P-104, P-105: a place for one small picture', async ({ browse }) => {
  const one = await person('图标', { ...PICTURES, 商品分类: ['新增'] })
  const page = await browse(one, '/store/sort')
  await front(page).getByRole('button', { name: /新增$/ }).first().click()
  const box = page.getByRole('dialog')
  const input = box.getByLabel(/^上传.*图标$/)
  await input.setInputFiles(other('a.gif', 'image/gif'))
  await told(page, '图片只能是 JPG或PNG 格式!')
  await input.setInputFiles(other('a.png', 'image/png', 2 * MB))
  await told(page, '图片大小不能超过 2MB!')
  await input.setInputFiles(await picture('a.png'))
  await told(page, '上传成功')
  await expect(box.locator('.k-picture')).toHaveCount(1)
  await give(box.locator('.k-pictures'), 'paste', { files: [await picture('b.png')] })
  await told(page, '只能上传一张图片，请删除后再上传!')
  await expect(box.locator('.k-picture')).toHaveCount(1)
})

test('P-106, P-107, P-108: a notice while files are sent; what does not arrive leaves without a word', async ({
  browse,
}) => {
  const page = await browse(await person('通知', { ...PICTURES, ...PRODUCT }), NEW_PRODUCT)
  const input = front(page).getByLabel('上传商品轮播图', { exact: true })
  for (const arrives of [false, true]) {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/admin/upload/image*', async (route) => {
      await held.promise
      await (arrives ? route.continue() : route.abort())
    })
    await input.setInputFiles(await picture('a.png'))
    await told(page, '上传中，请稍候')
    await expect(front(page).getByRole('progressbar')).toBeVisible()
    held.resolve()
    await expect(remark(page, '上传中，请稍候')).toHaveCount(0)
    await expect(front(page).getByRole('progressbar')).toHaveCount(0)
    if (arrives) await told(page, '上传成功')
    else await expect(remark(page, /./)).toHaveCount(0)
    await expect(shownPictures(page)).toHaveCount(arrives ? 1 : 0)
    await page.unroute('**/api/admin/upload/image*')
  }
})

test('P-109: what is sent, and what of the answer is taken', async ({ browse }) => {
  const page = await browse(await person('发件', { ...PICTURES, ...PRODUCT }), NEW_PRODUCT)
  await answerUploads(page, '/favicon.svg?named')
  // Whether the picture can be loaded is no matter of this test.
  await page.route('**/favicon.svg?named', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    }),
  )
  const [request] = await Promise.all([
    page.waitForRequest('**/api/admin/upload/image*'),
    front(page)
      .getByLabel('上传商品轮播图', { exact: true })
      .setInputFiles(await picture('送.png')),
  ])
  const { searchParams } = new URL(request.url())
  expect([...searchParams]).toEqual([
    ['model', 'product'],
    ['pid', '1'],
  ])
  expect(request.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(request.postDataBuffer()?.toString()).toContain('name="multipart"; filename="送.png"')
  await expect(front(page).getByRole('img', { name: '商品轮播图1' })).toHaveAttribute(
    'src',
    '/favicon.svg?named',
  )
})

test('P-101, P-102: four of five arrive when one is bad; more than the place holds is told', async ({
  browse,
}) => {
  const page = await browse(await person('五张', { ...PICTURES, ...PRODUCT }), NEW_PRODUCT)
  const input = front(page).getByLabel('上传商品轮播图', { exact: true })
  const good = await Promise.all([1, 2, 3, 4].map((number) => picture(`${number}.png`)))
  await input.setInputFiles([...good.slice(0, 2), other('坏.png', 'image/png'), ...good.slice(2)])
  await told(page, '文件格式不正确')
  await expect(shownPictures(page)).toHaveCount(4)
  const seven = await Promise.all(Array.from({ length: 7 }, () => picture('x.png')))
  await give(front(page).locator('.k-pictures').filter({ hasText: '最多10个' }), 'drop', { files: seven })
  await told(page, '上传文件数量不能超过 10 个!')
  await expect(shownPictures(page)).toHaveCount(10)
})

test('pictures are put in order by dragging and by keys, shown large, and cut to their ratio', async ({
  browse,
}) => {
  const page = await browse(await person('序整', { ...PICTURES, ...PRODUCT }), NEW_PRODUCT)
  const files = await Promise.all([1, 2, 3].map((number) => picture(`${number}.png`)))
  await front(page).getByLabel('上传商品轮播图', { exact: true }).setInputFiles(files)
  await expect(shownPictures(page)).toHaveCount(3)
  const order = () =>
    shownPictures(page)
      .locator('img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  const [a, b, c] = await order()
  await front(page).getByRole('button', { name: '后移商品轮播图1' }).press('Enter')
  expect(await order()).toEqual([b, a, c])
  await expect(front(page).getByRole('button', { name: '后移商品轮播图2' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await order()).toEqual([b, c, a])
  await shownPictures(page).nth(2).dragTo(shownPictures(page).nth(0))
  await expect.poll(order).toEqual([a, b, c])
  await front(page).getByRole('img', { name: '商品轮播图2' }).click()
  await expect(page.locator('.ant-image-preview-img')).toBeVisible()
  await page.keyboard.press('Escape')

  const cover = front(page).getByLabel('上传商品封面图', { exact: true })
  await cover.setInputFiles(await picture('宽.png', 80, 40))
  const box = dialog(page, '裁剪图片')
  await box.getByRole('button', { name: '拖动或按方向键移动图片' }).press('ArrowLeft')
  await box.getByRole('slider', { name: '缩放' }).press('ArrowRight')
  await box.getByRole('button', { name: '裁剪并上传' }).click()
  await told(page, '上传成功')
  const cut = front(page).getByRole('img', { name: '商品封面图1' })
  await expect
    .poll(() =>
      cut.evaluate((one) => one instanceof HTMLImageElement && [one.naturalWidth, one.naturalHeight]),
    )
    .toEqual([38, 38])
})

test('P-069, P-111, P-112: the dialog for pictures is 950 px wide and gives one or several', async ({
  browse,
}) => {
  const page = await browse(await person('选图', { ...PICTURES, ...PRODUCT }), '/imageManagement/index')
  const name = unique('选')
  await front(page)
    .getByLabel('上传素材')
    .first()
    .setInputFiles([await picture(`${name}1.png`), await picture(`${name}2.png`)])
  await told(page, '上传成功')
  await page.goto(NEW_PRODUCT)
  const choose = async (field: string) => {
    await front(page).locator(`button[id$="-${field}"]`).click()
    const box = dialog(page, '上传图片')
    await box.getByLabel('搜索名称').fill(name)
    await expect(box.locator('.f-tile')).toHaveCount(2)
    return box
  }
  const single = await choose('image')
  const width = await single.evaluate((one) => one.closest('.ant-modal')?.getBoundingClientRect().width)
  expect(width).toBe(950)
  const give = single.getByRole('button', { name: '使用选中图片' })
  await give.click()
  await told(page, '请先选择图片')
  for (const number of [1, 2]) await single.getByTitle(`${name}${number}.png`).click()
  await give.click()
  await told(page, '最多只能选一张图片')
  await single.getByTitle(`${name}2.png`).click()
  await give.click()
  await expect(front(page).getByRole('img', { name: '商品封面图1' })).toBeVisible()
  const several = await choose('sliderImage')
  for (const number of [2, 1]) await several.getByTitle(`${name}${number}.png`).click()
  await several.getByRole('button', { name: '使用选中图片' }).click()
  await expect(front(page).getByRole('img', { name: '商品轮播图2' })).toBeVisible()
})

const FILMS = 'mp4,m2v,mkv,rmvb,wmv,avi,flv,mov,m4v'.split(',')
const AVI = {
  name: '片.avi',
  mimeType: 'video/x-msvideo',
  buffer: Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1'),
}
const MP4 = {
  name: '片.mp4',
  mimeType: 'video/mp4',
  buffer: Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0', 'latin1'),
}

test('P-199, P-200, P-201: the editor is 400 px high and takes pictures and films of its types', async ({
  browse,
}) => {
  const page = await browse(await person('编文', { ...PICTURES, ...ARTICLES }), NEW_ARTICLE)
  const text = front(page).getByRole('textbox', { name: '文章内容' })
  const area = front(page).locator('.k-editor-text')
  await expect(area).toHaveCSS('height', '400px')
  const pictures = front(page).getByLabel('上传正文图片')
  await expect(pictures).toHaveAttribute('accept', '.png,.jpg,.jpeg,.bmp,.gif')
  await expect(front(page).getByLabel('上传正文视频')).toHaveAttribute(
    'accept',
    FILMS.map((one) => `.${one}`).join(','),
  )
  await pictures.setInputFiles(await picture('图.png'))
  await told(page, '上传成功')
  await expect(text.locator('img[src^="/files/"]')).toHaveCount(1)
  await front(page).getByLabel('上传正文视频').setInputFiles([MP4, AVI])
  await told(page, '上传成功')
  await expect(text.locator('video[controls]')).toHaveCount(2)
  await expect(text.getByRole('link', { name: '下载视频：片.avi' })).toHaveAttribute(
    'href',
    /^\/files\/.*\.avi$/,
  )
  await front(page).getByLabel('上传正文视频').setInputFiles(other('a.webm', 'video/webm'))
  await told(page, `文件格式不正确, 请上传${FILMS.join('/')}格式文件!`)
  await give(text, 'drop', { files: [await picture('拖.png')] })
  await expect(text.locator('img[src^="/files/"]')).toHaveCount(2)

  await front(page).getByRole('button', { name: '视频', exact: true }).click()
  await page.getByRole('menuitem', { name: '视频地址' }).click()
  const asking = dialog(page, '视频地址')
  await asking
    .getByLabel('视频地址')
    .fill('<iframe src="//player.bilibili.com/player.html?bvid=BV1xx" scrolling="no"></iframe>')
  await asking.getByRole('button', { name: /确\s*定/ }).click()
  await expect(text.locator('iframe[sandbox]')).toHaveAttribute(
    'src',
    'https://player.bilibili.com/player.html?bvid=BV1xx',
  )
})

test('what is pasted into a text is cleaned, its pictures are uploaded, and the limit is told', async ({
  browse,
}) => {
  const page = await browse(await person('贴文', { ...PICTURES, ...ARTICLES }), NEW_ARTICLE)
  const text = front(page).getByRole('textbox', { name: '文章内容' })
  const inline = (await picture('x.png')).buffer.toString('base64')
  await give(text, 'paste', {
    html: `<p class=MsoNormal style="mso-x:1">字<b>粗</b><o:p></o:p></p><img src="data:image/png;base64,${inline}"><img src="data:image/png;base64,AAAA"><img src="https://pictures.invalid/a.png"><img src="file:///C:/a.png">`,
    // Offices send a picture of the text along.
    files: [await picture('office.png')],
  })
  await told(page, '有1张图片无法粘贴，请上传')
  await told(page, '粘贴的图片无法上传，已去掉')
  await expect(text.locator('img')).toHaveCount(2)
  await expect(text.locator('img').first()).toHaveAttribute('src', /^\/files\//)
  await expect(text.locator('img').last()).toHaveAttribute('src', 'https://pictures.invalid/a.png')
  await expect(text.locator('strong')).toHaveText('粗')
  await give(text, 'paste', { files: [await picture('shot.png')] })
  await expect(text.locator('img')).toHaveCount(3)

  const bar = front(page).getByRole('toolbar', { name: '编辑工具' })
  await bar.getByRole('button', { name: '查看源码' }).click()
  const source = front(page).getByLabel('文章内容源码')
  await source.fill(`<p>${'满'.repeat(171_000)}</p>`)
  await expect(
    front(page).getByRole('alert').filter({ hasText: '内容超过500KB，无法保存，请删减' }),
  ).toBeVisible()
  await source.fill('<p style="text-align: center"><span style="font-size: 24px">大</span></p>')
  await expect(front(page).getByText('内容超过500KB')).toHaveCount(0)
  await bar.getByRole('button', { name: '查看源码' }).click()
  await expect(text.locator('span')).toHaveCSS('font-size', '24px')
  await text.press('ControlOrMeta+a')
  await expect(bar.getByRole('button', { name: '居中' })).toHaveAttribute('aria-pressed', 'true')
  await bar.getByRole('combobox', { name: '字体' }).click()
  await page.getByTitle('楷体').click()
  await expect(text.locator('span span').or(text.locator('span')).last()).toHaveCSS(
    'font-family',
    'KaiTi, serif',
  )
  await bar.getByRole('button', { name: '全屏' }).click()
  await text.press('Escape')
  await expect(bar.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(() => looksRight(page)).toPass()
})

test('a text keeps what the editor made of it', async ({ browse }) => {
  const one = await person('存文', { ...PICTURES, ...ARTICLES })
  const content =
    '<h2>标题</h2><p style="text-align:right"><span style="color:#ff0000">红</span></p><figure><video src="/files/a.avi" controls></video><figcaption><a href="/files/a.avi" download="片.avi">下载视频：片.avi</a></figcaption></figure><iframe src="https://v.qq.com/txp/iframe/player.html?vid=x"></iframe><script>x()</script>'
  const cid = (
    await ask<{ id: number }>('POST', '/admin/category/save', {
      pid: 0,
      name: unique('文'),
      type: 3,
      sort: 1,
      status: 1,
    })
  ).id
  const title = unique('存')
  const article = { title, cid, author: '甲', synopsis: '简', imageInput: '/favicon.svg', content, status: 1 }
  const { id } = await ask('POST', '/admin/article/save', article)
  const page = await browse(one, '/content/articleManager')
  await search(page, title)
  await press(page, row(front(page), title), '编辑')
  const text = front(page).getByRole('textbox', { name: '文章内容' })
  await expect(text.locator('figure video, iframe')).toHaveCount(2)
  await text.locator('h2').click()
  await page.keyboard.press('End')
  await page.keyboard.type('改')
  await front(page)
    .getByRole('button', { name: /保\s*存/ })
    .first()
    .click()
  await expect(front(page).getByRole('button', { name: /新增$/ }).first()).toBeVisible()
  const stored = await ask<{ content: string }>('GET', `/admin/article/info?id=${id}`)
  for (const part of [
    /<h2>标题改<\/h2><p style="text-align:\s?right"><span style="color:/,
    /<figure><video src="\/files\/a.avi" controls.*<a href="\/files\/a.avi" download="片.avi"/,
    /<iframe src="https:\/\/v.qq.com\/txp\/iframe\/player.html\?vid=x" [^>]*sandbox="allow-scripts/,
  ])
    expect(stored.content).toMatch(part)
  // As readers see it: a film that is not played with its file, the player of a listed site in its box.
  await search(page, title)
  await press(page, row(front(page), title), '预览')
  const reading = page.getByRole('dialog').locator('.k-html')
  await expect(reading.locator('iframe')).toHaveAttribute('sandbox', /^allow-scripts allow-same-origin/)
  await expect(reading.locator('video[controls]')).toHaveCount(1)
  await expect(reading.getByRole('link', { name: '下载视频：片.avi' })).toBeVisible()
})
