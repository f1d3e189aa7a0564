local days = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

function days_in_month(year, month)
  local leap = year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)
  if month == 2 and leap then return 29 end
  return days[month]
end
