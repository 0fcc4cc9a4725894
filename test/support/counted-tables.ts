/**
 * Tables as programs export them, with what each numeric column is: f adds up (flow), r is a ratio, l a level, p people, c a
 * code. Written by hand, from the public documentation of the exports, before the columns were told apart by program, and
 * not from its table of words. Behind the letter stands how `generated-tables.ts` makes the values; columns are referred to
 * by their number. Those of `heldOut` played no part while the program was tuned.
 */
export const countedTables = `
Google Ads, en: Day = day|Campaign = group|Impressions = f n 4000|Clicks = f part 3 .04|CTR = r 4/3%2|Cost = f times 4 1.1|Avg. CPC = r 6/4 2|Conversions = f part 4 .08|Cost / conv. = r 6/8 2
Google Ads with values, en: Day = day|Campaign = group|Currency code = text|Cost = f m 300|Impr. = f n 9000|Clicks = f part 5 .03|CTR = r 6/5%2|Conversions = f part 6 .1|Conv. value = f times 8 40|Conv. value / cost = r 9/4 2|Conv. rate = r 8/6%2|Avg. CPM = r 4/5*1000 2|Search impr. share = r rate .4%|All conv. = f part 6 .12|View-through conv. = f n 4
Google Ads video, en: Day = day|Campaign = group|Impr. = f n 20000|Views = f part 3 .3|View rate = r 4/3%2|Avg. CPV = r 7/4 3|Cost = f times 4 .05|Video played to 25% = r rate .6%|Video played to 100% = r rate .2%|Interactions = f part 3 .31|Interaction rate = r 10/3%2
Google Ads quality, en: Day = day|Search keyword = group|Quality Score = l v 6 0|Impr. (Abs. Top) % = r rate .4%|Impr. (Top) % = r rate .7%|Clicks = f n 40|Invalid clicks = f n 6|Phone calls = f n 3
Google Ads, de: Tag = day|Kampagne = group|Impr. = f n 4000|Klicks = f part 3 .04|CTR = r 4/3%2|Durchschn. CPC = r 7/4 2|Kosten = f times 4 1.1|Conversions = f part 4 .08|Kosten/Conv. = r 7/8 2|Conv.-Rate = r 8/4%2|Conv.-Wert = f times 8 55|Conv.-Wert/Kosten = r 11/7 2
Google Ads, fr: Jour = day|Campagne = group|Impr. = f n 4000|Clics = f part 3 .04|CTR = r 4/3%2|CPC moy. = r 7/4 2|Coût = f times 4 1.1|Conversions = f part 4 .08|Coût/conv. = r 7/8 2|Taux de conv. = r 8/4%2|Valeur de conv. = f times 8 55
Google Ads, es: Día = day|Campaña = group|Impresiones = f n 4000|Clics = f part 3 .04|CTR = r 4/3%2|CPC medio = r 7/4 2|Coste = f times 4 1.1|Conversiones = f part 4 .08|Coste/conv. = r 7/8 2|Tasa de conv. = r 8/4%2|Valor de conv. = f times 8 55
Google Ads, pt: Dia = day|Campanha = group|Impr. = f n 4000|Cliques = f part 3 .04|CTR = r 4/3%2|CPC méd. = r 7/4 2|Custo = f times 4 1.1|Conversões = f part 4 .08|Custo/conv. = r 7/8 2|Taxa de conv. = r 8/4%2
Google Ads, ru: День = day|Кампания = group|Показы = f n 4000|Клики = f part 3 .04|CTR = r 4/3%2|Средн. цена за клик = r 7/4 2|Расход = f times 4 30|Конверсии = f part 4 .08|Стоимость/конв. = r 7/8 2|Коэфф. конверсии = r 8/4%2
Google Ads, ja: 日 = day|キャンペーン = group|表示回数 = f n 4000|クリック数 = f part 3 .04|クリック率 = r 4/3%2|平均クリック単価 = r 7/4 0|費用 = f part 3 3|コンバージョン = f part 4 .08|コンバージョン単価 = r 7/8 0|コンバージョン率 = r 8/4%2
Google Ads, ar: اليوم = day|الحملة = group|مرات الظهور = f n 4000|النقرات = f part 3 .04|نسبة النقر إلى الظهور = r 4/3%2|متوسط تكلفة النقرة = r 7/4 2|التكلفة = f times 4 1.1|الإحالات الناجحة = f part 4 .08|التكلفة / إحالة ناجحة = r 7/8 2
Meta, en: Reporting starts = day|Campaign name = group|Reach = p n 3000|Impressions = f part 3 1.4|Frequency = r 4/3 6|Amount spent (EUR) = f times 8 .8|Results = f n 14|Link clicks = f part 4 .02|CPC (cost per link click) = r 6/8 6|CTR (link click-through rate) = r 8/4*100 6|CPM (cost per 1,000 impressions) = r 6/4*1000 6|Cost per result = r 6/7 6
Meta sales, en: Day = day|Ad set name = group|Amount spent (USD) = f m 220|Purchases = f n 8|Purchases conversion value = f times 4 60|Purchase ROAS (return on ad spend) = r 5/3 6|Cost per purchase = r 3/4 6|Adds to cart = f n 31|Landing page views = f n 150|Cost per landing page view = r 3/9 6|Post engagements = f n 90|Clicks (all) = f n 240|Unique link clicks = p n 110
Meta video, en: Day = day|Campaign name = group|Impressions = f n 8000|ThruPlays = f part 3 .1|Cost per ThruPlay = r 9/4 6|Video plays at 50% = f part 3 .2|3-second video plays = f part 3 .4|Video average play time = r v 6 0|Amount spent (EUR) = f m 90|Estimated ad recall lift (people) = p n 200
Meta, de: Berichtsstart = day|Kampagnenname = group|Reichweite = p n 3000|Impressionen = f part 3 1.4|Frequenz = r 4/3 6|Ausgegebener Betrag (EUR) = f times 8 .8|Ergebnisse = f n 14|Link-Klicks = f part 4 .02|CPC (Kosten pro Link-Klick) = r 6/8 6|CTR (Link-Klickrate) = r 8/4*100 6|CPM (Kosten pro 1.000 Impressionen) = r 6/4*1000 6|Kosten pro Ergebnis = r 6/7 6
Meta, fr: Début des rapports = day|Nom de la campagne = group|Couverture = p n 3000|Impressions = f part 3 1.4|Répétition = r 4/3 6|Montant dépensé (EUR) = f times 7 .8|Clics sur un lien = f part 4 .02|CPC (coût par clic sur un lien) = r 6/7 6|Résultats = f n 14|Coût par résultat = r 6/9 6|Achats = f n 5
Meta, es: Inicio del informe = day|Nombre de la campaña = group|Alcance = p n 3000|Impresiones = f part 3 1.4|Frecuencia = r 4/3 6|Importe gastado (EUR) = f times 7 .8|Clics en el enlace = f part 4 .02|CPC (coste por clic en el enlace) = r 6/7 6|Resultados = f n 14|Coste por resultado = r 6/9 6|Compras = f n 5
Meta, pt: Início dos relatórios = day|Nome da campanha = group|Alcance = p n 3000|Impressões = f part 3 1.4|Frequência = r 4/3 6|Valor usado (BRL) = f times 7 .8|Cliques no link = f part 4 .02|Resultados = f n 14|Custo por resultado = r 6/8 6
Meta, ru: Дата начала отчетности = day|Название кампании = group|Охват = p n 3000|Показы = f part 3 1.4|Частота = r 4/3 6|Потраченная сумма (RUB) = f times 7 30|Клики по ссылке = f part 4 .02|Результаты = f n 14|Цена за результат = r 6/8 6
Meta, ja: レポート開始日 = day|キャンペーン名 = group|リーチ = p n 3000|インプレッション = f part 3 1.4|フリークエンシー = r 4/3 6|消化金額 (JPY) = f part 4 .4|リンクのクリック = f part 4 .02|結果 = f n 14|結果の単価 = r 6/8 4
Meta, ar: بداية التقرير = day|اسم الحملة = group|الوصول = p n 3000|مرات الظهور = f part 3 1.4|التكرار = r 4/3 6|المبلغ الذي تم إنفاقه (USD) = f times 7 .8|النقرات على الرابط = f part 4 .02|النتائج = f n 14|التكلفة لكل نتيجة = r 6/8 6
LinkedIn, en: Start Date (in UTC) = day|Campaign Name = group|Total Spent = f m 180|Impressions = f n 5000|Clicks = f part 4 .01|Click Through Rate = r 5/4%2|Average CPM = r 3/4*1000 2|Average CPC = r 3/5 2|Reactions = f n 9|Comments = f n 3|Shares = f n 2|Follows = f n 2|Total Engagements = f part 4 .02|Engagement Rate = r 13/4%2|Leads = f n 4|Cost per Lead = r 3/15 2
LinkedIn page, en: Date = day|Page = group|Total followers = l walk 5400 0|New followers = f n 9|Page views (total) = f n 140|Unique visitors = p n 80|Impressions (organic) = f n 900|Engagement rate (organic) = r rate .05
LinkedIn, de: Startdatum = day|Kampagnenname = group|Gesamtausgaben = f m 180|Impressionen = f n 5000|Klicks = f part 4 .01|Klickrate = r 5/4%2|Durchschnittlicher CPM = r 3/4*1000 2|Durchschnittlicher CPC = r 3/5 2|Reaktionen = f n 9|Kommentare = f n 3|Leads = f n 4|Kosten pro Lead = r 3/11 2
TikTok, en: By Day = day|Campaign name = group|Cost = f m 140|CPC (Destination) = r 3/7 2|CPM = r 3/6*1000 2|Impressions = f n 30000|Clicks (Destination) = f part 6 .01|CTR (Destination) = r 7/6%2|Reach = p part 6 .7|Cost per 1,000 people reached = r 3/9*1000 2|Frequency = r 6/9 2|Conversions = f part 7 .1|Cost per conversion = r 3/12 2|Conversion rate (CVR) = r 12/7%2
TikTok video, en: Date = day|Ad name = group|Video views = f n 9000|2-second video views = f part 3 .5|Video views at 100% = f part 3 .1|Average play time per video view = r v 4.2 2|Paid likes = f n 60|Paid shares = f n 12|Paid followers = f n 14|Profile visits = f n 33
TikTok, es: Fecha = day|Nombre de la campaña = group|Coste = f m 140|Impresiones = f n 30000|Clics (destino) = f part 4 .01|CTR (destino) = r 5/4%2|Alcance = p part 4 .7|Conversiones = f part 5 .1|CPA = r 3/8 2
GA4 acquisition, en: Date = day|Session default channel group = group|Sessions = f n 1400|Engaged sessions = f part 3 .6|Engagement rate = r 4/3 10|Average engagement time per session = r v 48 6|Events per session = r 8/3 8|Event count = f part 3 7|Key events = f n 12|Session key event rate = r rate .02|Total revenue = f m 900
GA4 users, en: Date = day|Country = group|Active users = p n 900|New users = f n 500|Total users = p n 1000|Returning users = p n 400|Views = f n 4000|Views per active user = r 7/3 8|Average session duration = r v 140 4|Bounce rate = r rate .4
GA4 purchases, en: Date = day|Item name = group|Items viewed = f n 90|Items added to cart = f n 20|Items purchased = f n 6|Item revenue = f times 5 30|Ecommerce purchases = f n 5|Average purchase revenue = r v 44 2|ARPU = r v 1.3 4|First time purchasers = f n 4
GA4, de: Datum = day|Sitzung – Standard-Channelgruppe = group|Sitzungen = f n 1400|Sitzungen mit Interaktionen = f part 3 .6|Engagement-Rate = r 4/3 10|Durchschnittliche Interaktionsdauer pro Sitzung = r v 48 6|Ereignisse pro Sitzung = r 8/3 8|Ereignisanzahl = f part 3 7|Aktive Nutzer = p n 900|Neue Nutzer = f n 500|Absprungrate = r rate .4|Gesamtumsatz = f m 800
GA4, fr: Date = day|Groupe de canaux par défaut = group|Sessions = f n 1400|Sessions avec engagement = f part 3 .6|Taux d'engagement = r 4/3 10|Utilisateurs actifs = p n 900|Nouveaux utilisateurs = f n 500|Vues = f n 4000|Taux de rebond = r rate .4|Revenu total = f m 800
GA4, es: Fecha = day|Grupo de canales = group|Sesiones = f n 1400|Sesiones con interacción = f part 3 .6|Porcentaje de interacciones = r 4/3 10|Usuarios activos = p n 900|Usuarios nuevos = f n 500|Vistas = f n 4000|Porcentaje de rebote = r rate .4|Ingresos totales = f m 800
GA4, ru: Дата = day|Группа каналов = group|Сеансы = f n 1400|Активные пользователи = p n 900|Новые пользователи = f n 500|Просмотры = f n 4000|Показатель отказов = r rate .4|Общий доход = f m 8000
GA4, ja: 日付 = day|チャネル グループ = group|セッション = f n 1400|アクティブ ユーザー数 = p n 900|新規ユーザー数 = f n 500|表示回数 = f n 4000|直帰率 = r rate .4|合計収益 = f n 80000|平均セッション継続時間 = r v 130 2
Search Console, en: Date = day|Clicks = f part 3 .03|Impressions = f n 9000|CTR = r 2/3%1|Position = l v 14 1
Search Console, de: Datum = day|Klicks = f part 3 .03|Impressionen = f n 9000|CTR = r 2/3%1|Position = l v 14 1
Search Console, fr: Date = day|Clics = f part 3 .03|Impressions = f n 9000|CTR = r 2/3%1|Position = l v 14 1
Search Console, es: Fecha = day|Clics = f part 3 .03|Impresiones = f n 9000|CTR = r 2/3%1|Posición = l v 14 1
Search Console, ja: 日付 = day|クリック数 = f part 3 .03|表示回数 = f n 9000|CTR = r 2/3%1|掲載順位 = l v 14 1
Search Console, ru: Дата = day|Клики = f part 3 .03|Показы = f n 9000|CTR = r 2/3%1|Позиция = l v 14 1
Shopify sales, en: Day = day|Sales channel = group|Orders = f n 20|Gross sales = f times 3 60|Discounts = f times 3 -4|Returns = f times 3 -2|Net sales = f times 3 54|Shipping charges = f times 3 5|Taxes = f times 3 9|Total sales = f times 3 68|Average order value = r 4/3 2|Net items sold = f part 3 1.7
Shopify sessions, en: Day = day|Traffic source = group|Online store visitors = p n 600|Sessions = f n 800|Sessions with cart additions = f part 4 .07|Sessions that completed checkout = f part 4 .03|Conversion rate = r 6/4 4|Bounce rate = r rate .5|Average session duration = r v 100 0
Shopify orders, en: Name = ids|Created at = day|Subtotal = f m 50|Shipping = f m 5|Taxes = f m 9|Total = f m 64|Discount Amount = f m 4|Lineitem quantity = f n 2|Lineitem price = l v 25 2|Billing Zip = c zip|Refunded Amount = f m 1|Outstanding Balance = l v 10 2|Id = c ids
Shopify, de: Tag = day|Vertriebskanal = group|Bestellungen = f n 20|Bruttoumsatz = f times 3 60|Rabatte = f times 3 -4|Rückgaben = f times 3 -2|Nettoumsatz = f times 3 54|Versand = f times 3 5|Steuern = f times 3 9|Durchschnittlicher Bestellwert = r 7/3 2
Amazon Ads, en: Date = day|Campaign Name = group|Impressions = f n 7000|Clicks = f part 3 .006|Click-Thru Rate (CTR) = r 4/3%4|Cost Per Click (CPC) = r 7/4 2|Spend = f times 4 .9|7 Day Total Sales = f times 10 25|Total Advertising Cost of Sales (ACOS) = r 7/8%2|7 Day Total Orders (#) = f part 4 .15|Total Return on Advertising Spend (ROAS) = r 8/7 2|7 Day Total Units (#) = f part 4 .2|7 Day Conversion Rate = r 10/4%2|Top-of-search Impression Share = r rate .1%
Amazon Seller, en: Date = day|SKU = text|Ordered Product Sales = f times 4 23|Units Ordered = f n 30|Total Order Items = f n 28|Average Sales per Order Item = r 3/5 2|Average Units per Order Item = r 4/5 2|Average Selling Price = r 3/4 2|Sessions - Total = f n 300|Page Views - Total = f n 420|Order Item Session Percentage = r 5/9%2|Unit Session Percentage = r 4/9%2|Featured Offer (Buy Box) Percentage = r rate .9%|Average Offer Count = r v 12 0|Units Refunded = f n 2|Refund Rate = r 15/4%2
Amazon Seller, de: Datum = day|SKU = text|Bestellte Einheiten = f n 30|Durch bestellte Produkte erzielter Umsatz = f times 3 23|Sitzungen – Summe = f n 300|Seitenaufrufe – Summe = f n 420|Prozentsatz der Einheiten pro Sitzung = r 3/5%2|Durchschnittlicher Verkaufspreis = r 4/3 2|Erstattete Einheiten = f n 2
Stripe payments, en: id = ids|Created date (UTC) = day|Amount = f m 40|Amount Refunded = f m 1|Currency = text|Fee = f m 1.4|Net = f m 38|Taxes On Fee = f m .2|Customer Facing Amount = f m 40|Card Last4 = c ids
Stripe balance, en: reporting_date = day|currency = text|gross = f m 900|fee = f m 20|net = f m 880|balance = l walk 12000 2|count = f n 30
Stripe billing, en: Date = day|Plan = group|MRR = l walk 42000 2|Active subscribers = l walk 810 0|New subscribers = f n 9|Churned subscribers = f n 4|Churn rate = r rate .03%|ARPU = r 3/4 2
A bank, de: Buchungstag = day|Empfänger = group|Betrag = f s 90|Saldo = l walk 4200 2
A bank, en: Date = day|Description = group|Debit = f m 60|Credit = f m 30|Balance = l walk 3100 2
A bank, fr: Date = day|Libellé = group|Débit = f m 60|Crédit = f m 30|Solde = l walk 3100 2
A bank, es: Fecha = day|Concepto = group|Importe = f s 60|Saldo = l walk 3100 2
Accounts, de: Datum = day|Konto = group|Kontostand = l walk 9000 2|Eingänge = f m 300|Ausgänge = f m 250
A warehouse, en: date = day|warehouse = group|stock = l walk 830 0|inbound_units = f n 40|outbound_units = f n 38|unit_price = l v 14 2|stock_value = l walk 11000 2
A warehouse, de: Datum = day|Artikel = group|Lagerbestand = l walk 430 0|Wareneingang = f n 40|Warenausgang = f n 38|Preis = l v 14 2
A warehouse, fr: Date = day|Produit = group|Stock = l walk 430 0|Ventes = f n 40|Prix unitaire = l v 14 2
A warehouse, es: Fecha = day|Producto = group|Existencias = l walk 430 0|Unidades vendidas = f n 40|Precio = l v 14 2
A social page, en: date = day|network = group|followers = l walk 15400 0|new_followers = f n 20|likes = f n 300|comments = f n 40|shares = f n 21|reach = p n 5400|impressions = f n 9000|engagement_rate = r rate .04
A social page, fr: Date = day|Réseau = group|Abonnés = l walk 15400 0|Nouveaux abonnés = f n 20|J'aime = f n 300|Commentaires = f n 40|Partages = f n 21|Portée = p n 5400
A social page, es: Fecha = day|Red = group|Seguidores = l walk 15400 0|Nuevos seguidores = f n 20|Me gusta = f n 300|Comentarios = f n 40|Alcance = p n 5400
A social page, ru: Дата = day|Сеть = group|Подписчики = l walk 15400 0|Лайки = f n 300|Комментарии = f n 40|Репосты = f n 21|Охват = p n 5400
YouTube, en: Date = day|Video title = group|Views = f n 900|Watch time (hours) = f m 40|Subscribers = f n 6|Average view duration = r v 160 0|Impressions = f n 9000|Impressions click-through rate (%) = r rate 4|Likes = f n 30|Average percentage viewed (%) = r rate 40
App store, en: Date = day|Country = group|Downloads = f n 140|Ratings count = f n 12|Average rating = l v 4.3 2|Crashes = f n 4|Proceeds = f m 90|Crash rate = r rate .01%|Installed base = l walk 21000 0
A help desk, en: created = day|team = group|tickets = f n 41|resolved = f n 38|backlog = l walk 210 0|first_response_minutes = r v 34 1|csat = r rate .9|nps = r v 41 0
A help desk, de: Datum = day|Team = group|Tickets = f n 41|Gelöst = f n 38|Durchschnittliche Bearbeitungszeit = r v 34 1|Kundenzufriedenheit = r v 4.2 1
A hotel, en: Date = day|Hotel = group|Rooms available = l const 120|Rooms sold = f part 3 .7|Occupancy = r 4/3%1|ADR = r 7/4 2|Room revenue = f times 4 110|RevPAR = r 7/3 2
A hotel, de: Datum = day|Haus = group|Verkaufte Zimmer = f n 80|Auslastung = r rate .7%|Logisumsatz = f times 3 110|Durchschnittspreis = r 5/3 2|Gäste = p n 120
A call centre, fr: Date = day|Équipe = group|Appels = f n 120|Appels manqués = f part 3 .1|Durée moyenne = r v 240 0|Taux de décroché = r rate .9%
Weather, en: date = day|station = group|temperature = l walk 14.2 1|precipitation = f m 3|humidity = l v 65 0|wind_speed = l v 12 1|pressure = l walk 1013 1
Weather, de: Datum = day|Station = group|Temperatur = l walk 14.2 1|Niederschlag = f m 3|Luftfeuchtigkeit = l v 65 0
Energy, de: Datum = day|Zähler = group|Verbrauch kWh = f m 420|Preis pro kWh = r v .34 4|Zählerstand = l up 81000 0|Kosten = f m 130
Energy, en: timestamp = day|site = group|energy_kwh = f m 420|peak_load_kw = l v 80 1|price_per_kwh = r v .34 4|meter_reading = l up 81000 0
A shop with ratios in a tongue that no table knows, sv: Dag = day|Butik = group|Ordrar = f n 40|Omsättning = f times 3 310|Snittkorg = r 4/3 2
Invented words: Day = day|Zone = group|Frobs = f n 400|Zorks = f times 3 3|Blip = r 4/3 3
Invented words for levels: Day = day|Zone = group|Frobs = f n 400|Glum = l walk 2300 0
A team, en: month = day|department = group|headcount = l walk 84 0|hires = f n 4|leavers = f n 3|average_age = r v 38 1|sick_days = f n 12|attrition_rate = r rate .02%
A team, de: Monat = day|Abteilung = group|Mitarbeiterzahl = l walk 84 0|Neueinstellungen = f n 4|Krankentage = f n 12|Durchschnittsalter = r v 38 1|Fluktuationsrate = r rate .02%
Orders, en: order_id = c ids|order_date = day|customer_id = c ids|quantity = f n 3|unit_price = l v 24 2|discount_pct = r rate .1%|amount = f m 70|year = c year
Orders, de: Bestellnummer = c ids|Bestelldatum = day|Menge = f n 3|Einzelpreis = l v 24 2|Rabatt % = r rate 10|Summe = f m 70|PLZ = c zip
Orders, fr: N° commande = c ids|Date = day|Quantité = f n 3|Prix = l v 24 2|Remise % = r rate 10|Montant TTC = f m 70|Code postal = c zip
Orders, es: Pedido = c ids|Fecha = day|Cantidad = f n 3|Precio unitario = l v 24 2|Importe = f m 70|Código postal = c zip
Orders, ja: 注文番号 = c ids|注文日 = day|数量 = f n 3|単価 = l v 2400 0|売上 = f n 7000|郵便番号 = c zip
Orders, ru: Номер заказа = c ids|Дата = day|Количество = f n 3|Цена = l v 240 2|Сумма = f m 700
Hours, en: date = day|hour = c hour|visits = f n 130|latitude = c lat|longitude = c lat|phone = c phone
Football, en: date = day|team = group|goals = f n 2|attendance = f n 31000|possession = r rate .5%
Web logs, en: day = day|host = group|requests = f n 9000|errors = f n 40|error_rate = r 4/3 6|p95_latency_ms = r v 320 0|bytes_sent = f n 900000|cpu_percent = r rate 40
Content, de: Datum = day|Seite = group|Seitenaufrufe = f n 400|Besucher = p n 210|Besuche = f n 260|Verweildauer = r v 74 0|Ausstiegsrate = r rate .4%|Ausstiege = f n 90
Content, fr: Date = day|Page = group|Pages vues = f n 400|Visiteurs = p n 210|Visites = f n 260|Durée moyenne = r v 74 0|Taux de sortie = r rate .4%
Content, ru: Дата = day|Страница = group|Просмотры страниц = f n 400|Посетители = p n 210|Визиты = f n 260|Отказы, % = r rate 40|Глубина просмотра = r 3/5 2
Content, ar: التاريخ = day|الصفحة = group|الزيارات = f n 260|الزوار = p n 210|معدل الارتداد = r rate .4%|الإيرادات = f m 300
A restaurant, es: Fecha = day|Local = group|Ventas = f times 4 22|Tickets = f n 90|Ticket medio = r 3/4 2|Propinas = f m 40|Mesas = l const 30
A restaurant, pt: Data = day|Loja = group|Vendas = f times 4 22|Pedidos = f n 90|Ticket médio = r 3/4 2|Estoque = l walk 320 0
Fuel, en: date = day|vehicle = group|litres = f m 40|km = f m 500|l_per_100km = r 3/4*100 2|fuel_cost = f times 3 1.8|odometer = l up 81000 0
Equities, en: date = day|ticker = group|open = l walk 140 2|high = l walk 142 2|low = l walk 138 2|close = l walk 141 2|volume = f n 900000
Exchange, en: date = day|pair = group|amount_usd = f m 300|rate = r 3/5 4|amount_eur = f m 280
Surveys, en: date = day|store = group|responses = f n 60|score = l v 8.2 1|rating = l v 4.1 1|reviews = f n 14
Real estate, en: listed = day|city = group|price = l v 410000 0|area_sqm = f n 90|price_per_sqm = r 3/4 2|bedrooms = f n 3
Trains, de: Datum = day|Linie = group|Fahrgäste = f n 800|Verspätung (Minuten) = f n 40|Pünktlichkeit = r rate .8%
Blood pressure, en: date = day|person = group|systolic = l v 128 0|heart_rate = r v 64 0|steps = f n 8000|weight_kg = l walk 81 1|calories = f n 2100
`;

/** Vendors and languages that were left out while the program was tuned. */
export const heldOut = `
Microsoft Advertising, en: Gregorian date = day|Campaign = group|Impr. = f n 4000|Clicks = f part 3 .03|CTR = r 4/3%2|Avg. CPC = r 7/4 2|Spend = f times 4 1.2|Conv. = f part 4 .07|Conv. rate = r 8/4%2|CPA = r 7/8 2|Revenue = f times 8 70|Return on ad spend = r 11/7 2|Avg. position = l v 2.1 2|Impr. share = r rate .4%|Quality score = l v 7 0
Microsoft Advertising, de: Tag = day|Kampagne = group|Impr. = f n 4000|Klicks = f part 3 .03|CTR = r 4/3%2|Durchschn. CPC = r 7/4 2|Ausgaben = f times 4 1.2|Conv. = f part 4 .07|CPA = r 7/8 2|Durchschn. Position = l v 2.1 2
Microsoft Advertising, fr: Jour = day|Campagne = group|Impr. = f n 4000|Clics = f part 3 .03|CTR = r 4/3%2|CPC moyen = r 7/4 2|Dépenses = f times 4 1.2|Conv. = f part 4 .07|Chiffre d'affaires = f times 8 70
Mailchimp, en: Title = group|Send Date = day|Total Recipients = f n 4000|Successful Deliveries = f part 3 .98|Soft Bounces = f n 12|Hard Bounces = f n 5|Total Bounces = f n 17|Times Forwarded = f n 3|Unique Opens = p part 4 .3|Open Rate = r 9/4%2|Total Opens = f part 4 .5|Unique Clicks = p part 4 .04|Click Rate = r 12/4%2|Total Clicks = f part 4 .06|Unsubscribes = f n 9|Abuse Complaints = f n 2|Total Orders = f n 8|Total Revenue = f m 400
Mailchimp, de: Titel = group|Sendedatum = day|Empfänger = f n 4000|Öffnungsrate = r rate .3%|Klickrate = r rate .04%|Abmeldungen = f n 9|Bounces = f n 17|Umsatz = f m 400
Mailchimp audience, en: Date = day|Audience = group|Subscribers = l walk 8200 0|New subscribers = f n 12|Unsubscribed = f n 4|Unsubscribe rate = r rate .002%
Klaviyo, en: Campaign Name = group|Send Time = day|Total Recipients = f n 9000|Unique Opens = p part 3 .4|Open Rate = r 4/3%2|Total Opens = f part 3 .6|Unique Clicks = p part 3 .03|Click Rate = r 7/3%2|Total Clicks = f part 3 .04|Unsubscribes = f n 20|Spam Complaints = f n 3|Spam Complaints Rate = r 11/3%3|Successful Deliveries = f part 3 .99|Bounces = f n 31|Bounce Rate = r 14/3%2|Placed Order Rate = r rate .01%|Revenue = f m 1200|Revenue per Recipient = r 17/3 4
Google Ads, pl: Dzień = day|Kampania = group|Wyśw. = f n 4000|Kliknięcia = f part 3 .04|CTR = r 4/3%2|Śr. CPC = r 7/4 2|Koszt = f times 4 1.1|Konwersje = f part 4 .08|Koszt/konw. = r 7/8 2|Współcz. konw. = r 8/4%2|Wartość konw. = f times 8 55
Google Ads, uk: День = day|Кампанія = group|Покази = f n 4000|Кліки = f part 3 .04|CTR = r 4/3%2|Сер. ціна за клік = r 7/4 2|Вартість = f times 4 12|Конверсії = f part 4 .08|Вартість/конв. = r 7/8 2|Коеф. конверсії = r 8/4%2
Meta, pl: Początek raportowania = day|Nazwa kampanii = group|Zasięg = p n 3000|Wyświetlenia = f part 3 1.4|Częstotliwość = r 4/3 6|Wydana kwota (PLN) = f times 7 .8|Kliknięcia linku = f part 4 .02|Wyniki = f n 14|Koszt wyniku = r 6/8 6
Meta, uk: Початок звіту = day|Назва кампанії = group|Охоплення = p n 3000|Покази = f part 3 1.4|Частота = r 4/3 6|Витрачена сума (UAH) = f times 7 .8|Кліки посилання = f part 4 .02|Результати = f n 14|Ціна за результат = r 6/8 6
GA4, pt: Data = day|Grupo de canais = group|Sessões = f n 1400|Usuários ativos = p n 900|Novos usuários = f n 500|Visualizações = f n 4000|Taxa de rejeição = r rate .4|Receita total = f m 800|Duração média da sessão = r v 130 2
GA4, pl: Data = day|Grupa kanałów = group|Sesje = f n 1400|Aktywni użytkownicy = p n 900|Nowi użytkownicy = f n 500|Wyświetlenia = f n 4000|Współczynnik odrzuceń = r rate .4|Łączne przychody = f m 800
Search Console, pl: Data = day|Kliknięcia = f part 3 .03|Wyświetlenia = f n 9000|CTR = r 2/3%1|Pozycja = l v 14 1
Search Console, pt: Data = day|Cliques = f part 3 .03|Impressões = f n 9000|CTR = r 2/3%1|Posição = l v 14 1
Search Console, uk: Дата = day|Кліки = f part 3 .03|Покази = f n 9000|CTR = r 2/3%1|Позиція = l v 14 1
Search Console, ar: التاريخ = day|النقرات = f part 3 .03|مرات الظهور = f n 9000|نسبة النقر إلى الظهور = r 2/3%1|الموضع = l v 14 1
Amazon, ja: 日付 = day|SKU = text|注文商品の売上額 = f n 60000|注文された商品点数 = f n 30|セッション数 = f n 300|ページビュー数 = f n 420|ユニットセッション率 = r 4/5%2|平均販売価格 = r 3/4 0
Shopify, fr: Jour = day|Canal de vente = group|Commandes = f n 20|Ventes brutes = f times 3 60|Réductions = f times 3 -4|Retours = f times 3 -2|Ventes nettes = f times 3 54|Expédition = f times 3 5|Taxes = f times 3 9|Valeur moyenne des commandes = r 7/3 2
Shopify, es: Día = day|Canal de ventas = group|Pedidos = f n 20|Ventas brutas = f times 3 60|Descuentos = f times 3 -4|Devoluciones = f times 3 -2|Ventas netas = f times 3 54|Impuestos = f times 3 9|Valor medio de los pedidos = r 7/3 2
Pinterest, en: Date = day|Campaign name = group|Spend in account currency = f m 90|Impressions = f n 9000|Pin clicks = f n 80|Outbound clicks = f n 60|Saves = f n 30|CTR = r 5/4%2|Ecpm in account currency = r 3/4*1000 2|Audience = p n 7000
Snapchat, en: Start Time = day|Campaign Name = group|Paid Impressions = f n 9000|Paid Reach = p n 4000|Paid eCPM = r 6/3*1000 2|Spend = f m 90|Swipe Ups = f n 90|eCPSU = r 6/7 2|Swipe Up Rate = r 7/3%2
A shop, pl: Data = day|Sklep = group|Zamówienia = f n 30|Sprzedaż = f times 3 120|Średnia wartość zamówienia = r 4/3 2|Zwroty = f m 20|Stan magazynu = l walk 900 0|Klienci = p n 25
A shop, uk: Дата = day|Магазин = group|Замовлення = f n 30|Виручка = f times 3 120|Середній чек = r 4/3 2|Залишок = l walk 900 0|Ціна = l v 120 2
A bank, pl: Data = day|Opis = group|Kwota = f s 90|Saldo = l walk 4200 2
A bank, pt: Data = day|Descrição = group|Valor = f s 90|Saldo = l walk 4200 2
A bank, ru: Дата = day|Описание = group|Сумма = f s 90|Остаток = l walk 4200 2
A social page, ja: 日付 = day|媒体 = group|フォロワー数 = l walk 15400 0|新規フォロワー = f n 20|いいね = f n 300|コメント = f n 40|リーチ = p n 5400
A gym, de: Datum = day|Studio = group|Mitglieder = l walk 910 0|Neue Mitglieder = f n 6|Kündigungen = f n 4|Check-ins = f n 340|Kündigungsquote = r rate .01%
`;

/**
 * Trades that nothing was known of, written when the program was done: their first run summed two levels (units held, hens)
 * without a doubt and doubted 16 of 40 flows. Their words were not added to the table since, only the rule about levels.
 */
export const unfamiliar = `
Reddit Ads, en: Date = day|Campaign Name = group|Amount Spent (USD) = f m 80|Impressions = f n 9000|Clicks = f part 4 .01|eCPM = r 3/4*1000 2|CPC = r 3/5 2|CTR = r 5/4%3|Upvotes = f n 12|Downvotes = f n 4
Criteo, en: Day = day|Ad set = group|Displays = f n 30000|Clicks = f part 3 .004|Advertiser Cost = f m 90|Post-click sales = f n 4|COS = r rate .2%|eCPO = r 5/6 2|Overall competition win = r rate .3%
HubSpot, en: Date = day|Source = group|Sessions = f n 400|New contacts = f n 9|Contact conversion rate = r 4/3%2|Deal amount = f m 900|Open deals = l walk 80 0|Pipeline value = l walk 90000 2|Avg days to close = r v 31 1
Steam, en: Date = day|Package = group|Gross units sold = f n 40|Chargebacks = f n 2|Net units = f n 37|Wishlist balance = l walk 9000 0|Peak concurrent players = l v 900 0|Median playtime = r v 84 0
Etsy, de: Datum = day|Shop = group|Aufrufe = f n 400|Besuche = f n 300|Bestellungen = f part 4 .03|Konversionsrate = r 5/4%2|Favoriten = f n 9|Gebühren = f m 4|Aktive Angebote = l walk 90 0
Clinic, fr: Date = day|Service = group|Admissions = f n 40|Lits occupés = l walk 80 0|Durée moyenne de séjour = r v 5.2 1|Taux d'occupation = r rate .8%|Patients = p n 90|Décès = f n 2
School, es: Fecha = day|Centro = group|Alumnos = l walk 400 0|Ausencias = f n 12|Nota media = r v 7.1 1|Profesores = l walk 40 0
Logistics, pl: Data = day|Magazyn = group|Paczki = f n 400|Waga = f m 90|Średni czas dostawy = r v 2.3 1|Opóźnienia = f n 6|Poziom zapasu = l walk 900 0
Broker, en: date = day|account = group|nav_per_share = l walk 104 2|units_held = l walk 900 0|dividends = f m 9|yield = r rate .03%|volatility = r rate .2|drawdown = r rate .1%
Cloud, en: day = day|service = group|cpu_utilization = r rate 40|memory_used_gb = l walk 64 1|request_count = f n 90000|avg_latency = r v 120 1|storage_tb = l walk 12 2|egress_gb = f m 40|cost_usd = f m 60
Podcast, en: Date = day|Episode = group|Plays = f n 400|Starts = f n 500|Listeners = p n 300|Followers = l walk 2000 0|Average consumption = r rate .7%|Avg. listen time = r v 900 0
Tax office, ru: Дата = day|Отдел = group|Заявления = f n 40|Штрафы = f m 900|Средний срок = r v 9 1|Доля отказов = r rate .1%|Численность = l walk 80 0
Mining, en: Day = day|Pit = group|Tonnes moved = f n 4000|Ore grade = r v 1.4 2|Recovery = r rate .9%|Strip factor = r v 3.1 2|Stockpile = l walk 9000 0
Salon, pt: Data = day|Unidade = group|Atendimentos = f n 40|Faturamento = f times 3 90|Tíquete médio = r 4/3 2|Clientes ativos = p n 90|Ocupação = r rate .6%
Farm, en: date = day|barn = group|eggs = f n 900|hens = l walk 1000 0|feed_kg = f m 120|lay_rate = r 3/4 4|feed_price = l v .4 2|mortality = f n 2
`;
