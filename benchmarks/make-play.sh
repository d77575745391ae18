#!/bin/sh
# Makes the benchmarks of whole games again: benchmarks/make-play.sh PLYSCOPE, in an empty folder.
#
# States come from games of agents of several strengths with a share of random moves, as many of
# each ply. Every move is labelled by what players made of it (`played`: games after it, one move
# ahead and with search, by several evaluators, a fifth of the moves random), and where it can be
# solved by proofs, which stand beside those results. About 75 CPU minutes in all; chess takes states
# of games of Stockfish 15.1, too, as `stockfish`.
set -e
plyscope=$1
make() { "$plyscope" truth make "$@"; }
# FILE GAME SPEC STATES SEED GAMES: labels states by games of an agent.
played() { make "$2" --by "played:by=($3),random=0.2,playouts=$6" --from file --positions "$4" --seed "$5" -o "$1"; }
merge() { "$plyscope" truth merge --mixed --on-conflict mean "$@"; }
depth() { echo "negascout:depth=$1,table=1,eval=($2)"; }

game=connect4
make $game --by solver --from agents --agent lines --random 0.3 --per-ply 16 --seed 1 -o c4s1.parquet
make $game --by solver --from agents --agent negascout:depth=3,eval=lines,table=4 --agent lines --random 0.2 --per-ply 16 --seed 2 -o c4s2.parquet
make $game --by solver --from agents --agent negascout:depth=3,eval=threats,table=4 --random 0.1 --per-ply 16 --seed 3 -o c4s3.parquet
make $game --by solver --states 500 -o c4s4.parquet
"$plyscope" truth merge c4s1.parquet c4s2.parquet c4s3.parquet c4s4.parquet -o c4-all.parquet
make $game --by played:by=lines,random=0.2,playouts=32 --from file --positions c4-all.parquet --keep-single -o c4-q1.parquet
make $game --by 'played:by=(negascout:depth=3,table=4,eval=lines),random=0.2,playouts=32' --from file --positions c4-all.parquet -o c4-q3.parquet
make $game --by 'played:by=(negascout:depth=3,table=1,eval=threats),random=0.2,playouts=16' --from file --positions c4-all.parquet -o c4-m32.parquet
merge c4-all.parquet c4-q1.parquet c4-q3.parquet c4-m32.parquet -o c4-merged.parquet
"$plyscope" truth weigh c4-merged.parquet -o connect4-play.parquet

# GAME TAG TABLE OTHER PER-PLY: states of Othello from three kinds of games, with their first labels.
othello() {
  by="played:by=(weighted-squares:table=$3),random=0.2,playouts=16"
  make "$1" --by "$by" --from agents --agent weighted-squares --random 0.3 --per-ply "$5" --seed 1 -o "$2s1.parquet"
  make "$1" --by "$by" --from agents --agent "negascout:depth=3,table=4,eval=(weighted-squares:table=$3)" --agent mobility --random 0.2 --per-ply "$5" --seed 2 -o "$2s2.parquet"
  make "$1" --by "$by" --from agents --agent mobility --agent "negascout:depth=3,table=4,eval=(weighted-squares:table=$4)" --random 0.1 --per-ply "$5" --seed 3 -o "$2s3.parquet"
  "$plyscope" truth merge "$2s1.parquet" "$2s2.parquet" "$2s3.parquet" --on-conflict first -o "$2-q1.parquet"
}

game=othello:size=6,payoff=discs,empties=winner
othello $game o6 van-der-haar windows 12
make $game --by solver:plies=0 --from file --positions o6-q1.parquet --plies 12.. -o o6-ex.parquet
number=0
for evaluator in weighted-squares:table=van-der-haar mobility learned:features=counts weighted-squares:table=kukreja; do
  number=$((number + 1))
  played o6-m1$number.parquet $game "$evaluator" o6-q1.parquet 1$number 12
  played o6-m3$number.parquet $game "$(depth 3 "$evaluator")" o6-q1.parquet 3$number 8
done
mkdir late
merge o6s1.parquet o6s2.parquet o6s3.parquet o6-ex.parquet o6-m1?.parquet o6-m3?.parquet -o late/othello6-play.parquet
# Each ply further back takes the solver twice as long: 122 CPU seconds for the 36 states of ply 8.
for ply in 8 9 10 11; do
  make $game --by solver:plies=0 --from file --positions late/othello6-play.parquet --plies $ply..$ply --moves 1.. -o o6-ply$ply.parquet
done
mkdir middle
merge late/othello6-play.parquet o6-ply8.parquet o6-ply9.parquet o6-ply10.parquet o6-ply11.parquet -o middle/othello6-play.parquet
# Before that one of each set of images is solved, and the others take its proofs; about 40 CPU minutes
# by a slower solver (ply 3: 638 seconds, ply 6: 375, ply 7 in full: about 260), and ply 4 some 7 by the present one.
make $game --by solver:plies=0 --from file --positions middle/othello6-play.parquet --plies 7..7 --moves 1.. -o o6-ply7.parquet
for ply in 0 1 2 3 5 6; do
  make $game --by solver:plies=0 --from file --positions middle/othello6-play.parquet --plies $ply..$ply --moves 1.. --symmetry -o o6-ply$ply.parquet
done
merge middle/othello6-play.parquet o6-ply[0123567].parquet --share-proofs -o o6-proved.parquet
make $game --by solver:plies=0 --from file --positions middle/othello6-play.parquet --plies 4..4 --moves 1.. --symmetry -o o6-ply4.parquet
merge o6-proved.parquet o6-ply4.parquet --share-proofs -o o6-whole.parquet
"$plyscope" truth weigh o6-whole.parquet -o othello6-play.parquet

game=othello:payoff=discs,empties=winner
othello $game o8 van-eck standard 8
make $game --by solver:plies=0 --from file --positions o8-q1.parquet --plies 42.. -o o8-ex.parquet
number=0
for evaluator in weighted-squares:table=van-eck mobility learned:features=counts; do
  number=$((number + 1))
  [ $number = 3 ] || played o8-m1$number.parquet $game "$evaluator" o8-q1.parquet 1$number 24
  played o8-m3$number.parquet $game "$(depth 2 "$evaluator")" o8-q1.parquet 3$number 12
done
make $game --by 'played:by=(negascout:depth=3,table=4,eval=(weighted-squares:table=van-eck)),random=0.2,playouts=8' --from file --positions o8-q1.parquet -o o8-q3.parquet
merge o8s1.parquet o8s2.parquet o8s3.parquet o8-ex.parquet o8-m1?.parquet o8-m3?.parquet o8-q3.parquet -o o8-merged.parquet
"$plyscope" truth weigh o8-merged.parquet -o othello8-play.parquet

# GAME TAG EVALUATOR OTHER PER-PLY PLIES: states of two kinds of games, with their first labels. Nothing
# is proved here: results of play are all there is.
states() {
  by="played:by=($3),random=0.2,playouts=8"
  make "$1" --by "$by" --from agents --agent "$3" --random 0.3 --per-ply "$5" --plies "$6" --seed 1 -o "$2s1.parquet"
  make "$1" --by "$by" --from agents --agent "negascout:depth=2,table=4,eval=$3" --agent "$4" --random 0.2 --per-ply "$5" --plies "$6" --seed 2 -o "$2s2.parquet"
  "$plyscope" truth merge "$2s1.parquet" "$2s2.parquet" --on-conflict first -o "$2-q1.parquet"
}

game=breakthrough
states $game bt pawns material 8 0..59
played bt-m1.parquet $game pawns bt-q1.parquet 11 24
played bt-m2.parquet $game material bt-q1.parquet 12 12
played bt-m3.parquet $game "$(depth 2 pawns)" bt-q1.parquet 31 16
merge bts1.parquet bts2.parquet bt-m1.parquet bt-m2.parquet bt-m3.parquet -o breakthrough-play.parquet

game=gomoku:size=9
states $game go patterns shapes 4 0..39
played go-m1.parquet $game patterns go-q1.parquet 11 24
played go-m2.parquet $game shapes go-q1.parquet 12 12
played go-m3.parquet $game "$(depth 2 patterns)" go-q1.parquet 31 12
merge gos1.parquet gos2.parquet go-m1.parquet go-m2.parquet go-m3.parquet -o gomoku9-play.parquet

game=chess
by='played:by=(rich),random=0.2,playouts=4'
make $game --by "$by" --from agents --agent negascout:depth=2,table=4,eval=rich --agent material --random 0.2 --per-ply 1 --plies 0..79 --seed 1 -o chs1.parquet
make $game --by "$by" --from agents --agent uci:cmd=stockfish,nodes=200 --random 0.1 --per-ply 1 --plies 0..79 --seed 2 -o chs2.parquet
"$plyscope" truth merge chs1.parquet chs2.parquet --on-conflict first -o ch-q1.parquet
played ch-m1.parquet $game rich ch-q1.parquet 11 20
played ch-m2.parquet $game material ch-q1.parquet 12 12
played ch-m3.parquet $game "$(depth 2 rich)" ch-q1.parquet 31 4
merge chs1.parquet chs2.parquet ch-m1.parquet ch-m2.parquet ch-m3.parquet -o chess-play.parquet
