import { test } from 'vitest'
import { sql } from 'kysely'
import { testApp } from '#app/testing.ts'
import { openShop } from '../../tests/catalogShop.ts'
test('x', async () => {
  const app = await testApp()
  const shop = await openShop(app)
  let t = performance.now()
  await sql`insert into product ("storeName","keyword","productCode","cateId","brandId","unitId","image","sliderImage","auditStatus","repoStatus","isShow","platformStatus","isRecycle","stock","price","sort","barCode","skuSearch","channels","content")
   select (array['有机','原味','鲜炖','手工','进口'])[1+i%5]||(array['酸奶','牛奶','饼干','面包','果汁','绿茶','大米'])[1+i%7]||(i%997)||(array['盒装','袋装','瓶装'])[1+i%3],'零食', 'X'||lpad(i::text,8,'0'), array[${shop.cateId}::int + (i%3)], ${shop.brandId}, ${shop.unitId}, '/a.jpg', array['/a.jpg'],
    case when i%20=0 then 0 when i%33=0 then 2 else 1 end, 1, case when i%20=0 or i%33=0 or i%3=0 then 0 else 1 end, case when i%20=0 or i%33=0 or i%3=0 then 11 else 5 end, case when i%500=0 and i%3=0 then 1 else 0 end, i%50, i%9000, i%100, '69'||lpad(i::text,11,'0'), 'X'||lpad(i::text,8,'0')||'-01', '{1201,1202}', repeat('<p>说明文字</p>', 100)
   from generate_series(1,100000) i`.execute(app.db)
  console.log('insert', performance.now()-t)
  await sql`vacuum analyze product`.execute(app.db)
  const times = async (name: string, path: string, query: Record<string,string|number>) => {
    const all: number[] = []
    for (let i=0;i<15;i++) { const s = performance.now(); const a = await app.request('GET', path, {token: shop.token, query: {...query}}); all.push(performance.now()-s); if (a.code!==200) throw new Error(a.body) ; if(i===0) console.log(name, 'total', JSON.stringify(Array.isArray(a.data)?(a.data as never as {count:number}[]).map(x=>x.count):a.data.total)) }
    all.sort((a,b)=>a-b); console.log(name, 'p50', all[7]?.toFixed(1), 'max', all[14]?.toFixed(1))
  }
  const L='/admin/store/product/list'
  for (const type of [1,2,3,4,5,6,7,8]) await times('tab'+type, L, {type})
  await times('kw 酸奶', L, {type:1, keywords:'酸奶'})
  await times('kw 奶9', L, {type:1, keywords:'奶99'})
  await times('kw 绿茶', L, {type:2, keywords:'绿茶'})
  await times('kw none', L, {type:1, keywords:'茅台'})
  await times('kw id', L, {type:1, keywords:'5000'})
  await times('cate', L, {type:1, cateId: shop.cateId})
  await times('sort price', L, {type:1, sortBy:'price', sortOrder:'asc'})
  await times('tabs', '/admin/store/product/tabs/headers', {})
  await times('tabs kw', '/admin/store/product/tabs/headers', {keywords:'酸奶'})
  await times('repo', '/admin/storerepo/product/list', {})
  await times('repo tabs', '/admin/storerepo/product/tabs/headers', {})
  await times('deep', L, {type:1, page: 400})
  await times('tree', '/admin/category/list/tree', {type:1})
  await times('unit', '/admin/product/unit/list', {})
  const ex = async (q: string) => console.log((await sql<{ 'QUERY PLAN': string }>`${sql.raw('explain (analyze, buffers off) '+q)}`.execute(app.db)).rows.map(r=>r['QUERY PLAN']).join('\n'))
  await ex(`select id,"storeName" from product where "product"."isRecycle" = 0 and "product"."isShow" = 1 and "isDel"=0 order by sort desc, id desc limit 20`)
  await ex(`select id,"storeName" from product where "product"."isRecycle" = 0 and "product"."isShow" = 1 and "isDel"=0 and "searchGrams" @> "gramsOf"('酸奶') and ("storeName" ilike '%酸奶%' or "keyword" ilike '%酸奶%' or "productCode" ilike '%酸奶%' or "barCode" ilike '%酸奶%' or "skuSearch" ilike '%酸奶%') order by sort desc, id desc limit 20`)
  await ex(`select id from product where "isRecycle" = 0 and "isShow" = 1 and "isDel"=0 and stock > 0 and (stock <= "warnStock" or ("warnStock" is null and stock <= 0)) order by sort desc, id desc limit 20`)
  await app.close()
}, 300000)
